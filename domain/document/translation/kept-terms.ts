const E_MAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"'()]+/gi;
/** Candidates for codes; `isCode` decides. */
const JOINED = /[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu;
/** `100MB`, `21ST`: the letters belong to a language and may be translated. */
const WITH_UNIT = /^\d+\p{L}{1,3}$/u;
/** `PowerFlow`, `iPhone`, and words with a trademark sign: `Zephyr®`. */
const INNER_CAPITAL = /[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;
/** German words for women and men, such as `KundInnen`, which are not product names. */
const GENDERED = /\p{Ll}Innen$/u;
const MARKED = /[\p{L}\p{N}]+(?=[®™])/gu;
const DIGITS = /\d+/g;
/** Thousands separators, which languages write differently. */
const GROUPED = /(?<=\d)[.,'’\u00A0\u202F](?=\d{3}(?!\d))/gu;
const GROUPED_BY_SPACES = /(?<=\d)[.,'’ \u00A0\u202F](?=\d{3}(?!\d))/gu;

/**
 * Returns the terms of a text that its translation lacks: numbers, codes, product names, e-mail addresses and links.
 * Numbers are compared digit by digit, whatever their separators.
 */
export const listMissingTerms = (source: string, translation: string): string[] => {
  const written = exactTerms(source);
  const missing = written.filter((term) => !translation.includes(term));
  const there = new Set([...numbersOf(translation, GROUPED), ...numbersOf(translation, GROUPED_BY_SPACES)]);
  // The digits within a missing address are not reported a second time.
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

/** Accepts `X200` and `AB-1042`; not `Version-2` or `Nov.2026`, whose numbers are compared anyway. */
const isCode = (joined: string): boolean => {
  const pieces = joined.split(/[-_./]/);
  const isMixed = (piece: string) => /\d/.test(piece) && /\p{Lu}/u.test(piece) && !WITH_UNIT.test(piece);
  const isCapitals = (piece: string) => /^\p{Lu}+$/u.test(piece);
  return pieces.some(isMixed) || (/\d/.test(joined) && pieces.some(isCapitals));
};

const numbersOf = (text: string, separators: RegExp): string[] => found(text.replaceAll(separators, ""), DIGITS);

const found = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];
