/** Returns the pattern for LIKE that finds a text anywhere; wildcards in it are taken literally. */
export const buildContainsPattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Returns a part of a number in its stored form, however people write it; null: the text is no part of a number. */
export const readNumberPart = (written: string): string | null => {
  const number = written.replaceAll(/[\s()./-]/g, "");
  return /^\+?\d+$/.test(number) ? number : null;
};
