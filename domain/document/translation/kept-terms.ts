const E_MAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"'()]+/gi;
/** Joined as codes are; whether they are some, `isCode` says. */
const JOINED = /[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu;
/** `100MB`, `21ST`: their letters are of a language. */
const WITH_UNIT = /^\d+\p{L}{1,3}$/u;
/** `PowerFlow`, `iPhone`, and whatever is marked as somebody's: `Zephyr®`. */
const INNER_CAPITAL = /[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;
/** German words for women and men: `KundInnen`. */
const GENDERED = /\p{Ll}Innen$/u;
const MARKED = /[\p{L}\p{N}]+(?=[®™])/gu;
const DIGITS = /\d+/g;
/** Separators of thousands: languages write them differently. */
const GROUPED = /(?<=\d)[.,'’\u00A0\u202F](?=\d{3}(?!\d))/gu;
const GROUPED_BY_SPACES = /(?<=\d)[.,'’ \u00A0\u202F](?=\d{3}(?!\d))/gu;

/**
 * What a text has to have in every language: numbers, codes, names of products, e-mail addresses and links. Numbers are
 * compared digit by digit, however their thousands and decimals are separated.
 */
export const missingTerms = (source: string, translation: string): string[] => {
  const written = exactTerms(source);
  const missing = written.filter((term) => !translation.includes(term));
  const there = new Set([...numbersOf(translation, GROUPED), ...numbersOf(translation, GROUPED_BY_SPACES)]);
  // Digits of an address that is missing are not named again.
  const rest = written.reduce((text, term) => text.replaceAll(term, " "), source);
  return [...missing, ...new Set(numbersOf(rest, GROUPED).filter((number) => !there.has(number)))];
};

const exactTerms = (text: string): string[] => {
  const addresses = [...found(text, LINK).map((link) => link.replace(/[.,;:!?]+$/, "")), ...found(text, E_MAIL)];
  const words = addresses.reduce((rest, address) => rest.replaceAll(address, " "), text);
  return [
    ...new Set([
      ...addresses,
      ...found(words, JOINED).filter(isCode),
      ...found(words, INNER_CAPITAL).filter((word) => !GENDERED.test(word)),
      ...found(words, MARKED),
    ]),
  ];
};

/** `X200`, `AB-1042`; not `Version-2` or `Nov.2026`, whose numbers are looked at anyway. */
const isCode = (joined: string): boolean => {
  const pieces = joined.split(/[-_./]/);
  const isMixed = (piece: string) => /\d/.test(piece) && /\p{Lu}/u.test(piece) && !WITH_UNIT.test(piece);
  const isCapitals = (piece: string) => /^\p{Lu}+$/u.test(piece);
  return pieces.some(isMixed) || (/\d/.test(joined) && pieces.some(isCapitals));
};

const numbersOf = (text: string, separators: RegExp): string[] => found(text.replaceAll(separators, ""), DIGITS);

const found = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];
