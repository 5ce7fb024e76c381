/** Returns the pattern of LIKE that finds a text anywhere; wildcards in it are taken literally. */
export const buildContainsPattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
