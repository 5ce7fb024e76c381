/**
 * Returns for each of several sentences what was heard of it when the person spoke over them: null, all of it; else the
 * part that was heard, maybe empty. Carriers report it in their own spelling, and at times without the first sentences.
 */
export const cutToHeard = (sentences: readonly string[], heard: string): (string | null)[] => {
  const letters = sentences.flatMap((text, sentence) => lettersOf(text).map((letter) => ({ ...letter, sentence })));
  const listened = lettersOf(heard).map(({ letter }) => letter);
  const last = letters[endOf(letters.map(({ letter }) => letter).join(""), listened.join("")) - 1];
  return sentences.map((text, sentence) => {
    if (!last || sentence > last.sentence) return "";
    if (sentence < last.sentence) return null;
    const part = text.slice(0, last.end);
    return lettersOf(text.slice(last.end)).length === 0 ? null : part.trimEnd();
  });
};

/** Returns how many letters of `spoken` were heard; where the words differ, the length of `heard`. */
const endOf = (spoken: string, heard: string): number => {
  if (heard === "") return 0;
  const at = spoken.indexOf(heard);
  return Math.min(at >= 0 ? at + heard.length : heard.length, spoken.length);
};

/** Returns letters and digits alone, in lower case, each with its end in the text, in UTF-16 units. */
const lettersOf = (text: string): { letter: string; end: number }[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]/gu)].map(({ index, 0: letter }) => ({
    letter: letter.toLowerCase().slice(0, 1),
    end: index + letter.length,
  }));
