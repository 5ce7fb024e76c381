const KNOWN_LIMIT = 1000;
const known = new Map<string, boolean>();

/** Whether `text` names a zone of the IANA database (`Europe/Paris`, `UTC`); plain offsets are none. */
export const isTimeZone = (text: string): boolean => {
  const answer = known.get(text) ?? lookUp(text);
  // A file has thousands of rows with one zone, and invented zones must not fill the memory.
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
