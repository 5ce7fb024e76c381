/** The languages whose words are read without a model. */
export const HEARD_LANGUAGES = ["en", "de", "es", "fr", "hi"] as const;
export type HeardLanguage = (typeof HEARD_LANGUAGES)[number];

/** Returns the language of a tag (BCP 47), or English where its words cannot be read. */
export const toHeardLanguage = (tag: string | undefined): HeardLanguage =>
  HEARD_LANGUAGES.find((language) => language === tag?.slice(0, 2).toLowerCase()) ?? "en";

/** No more of what somebody said at once is read. */
export const MOST_READ_CHARACTERS = 2_000;
/** Accents over Latin letters; the vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Returns words in one form, whatever their case, accents, hyphens and blanks. Punctuation stays. */
export const foldWords = (text: string): string =>
  text
    .slice(0, MOST_READ_CHARACTERS)
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\s\u2010-\u2014-]+/g, " ")
    .trim();

/** Makes a pattern that matches whole words of folded text; `\b` knows no letters but Latin ones. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern.normalize("NFC")})(?![\\p{L}\\p{M}\\p{N}])`, "gu");

/** Joins words to a pattern of any of them, the longest first. */
export const anyOf = (words: readonly string[]): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
