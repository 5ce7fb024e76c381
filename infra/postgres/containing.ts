/** Returns the pattern of LIKE that finds a text anywhere; wildcards in it are taken literally. */
export const buildContainsPattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Returns a part of a number as numbers are stored, however people write it; null: it is no part of one. */
export const readNumberPart = (written: string): string | null => {
  const number = written.replaceAll(/[\s()./-]/g, "");
  return /^\+?\d+$/.test(number) ? number : null;
};
