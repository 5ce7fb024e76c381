const KNOWN_LIMIT = 1000;
const known = new Map<string, boolean>();

/** Tells whether `text` names a zone of the IANA database (`Europe/Paris`, `UTC`); plain offsets are refused. */
export const isTimeZone = (text: string): boolean => {
  const answer = known.get(text) ?? lookUp(text);
  // Answers are cached, because a file has thousands of rows with one zone; the limit keeps invented zones from filling
  // the memory.
  if (known.size < KNOWN_LIMIT) known.set(text, answer);
  return answer;
};

const lookUp = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
