import { LONGEST_TEXT_OF_TERMS, MOST_QUERY_TERMS } from "./search-limits.ts";

/** A word in its indexed form, and its place in the text. */
export interface Term {
  term: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;
/** Scripts without spaces: pairs of characters are indexed as words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u;
/** The first character of these scripts; those beyond 16 bits begin with a higher half. */
const FIRST_UNSPACED = 0x2e80;
/** Accents over Latin, Greek and Cyrillic letters; the vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Apostrophes, and characters that result from splitting ones such as ⑴. */
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]/gu;
const POSSESSIVE = /['’](?:s|S)?$/;
/** No language has longer words, and a search engine refuses the longest. */
const LONGEST_TERM = 64;

/**
 * Splits a text into words, in one form whatever their case, accents and common English endings. Both kinds of index
 * hold these terms, so that they find the same, and no character of a query has a meaning for an engine.
 */
export const splitTerms = (text: string): Term[] => {
  const terms: Term[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const start = match.index;
    if (isUnspaced(word)) terms.push(...pairsOf(word, start));
    else terms.push({ term: termOf(word), start, end: start + word.length });
  }
  return terms;
};

/** Lists the terms of `splitTerms` without their places, in a third of the time. */
export const listTerms = (text: string): string[] => {
  const terms: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    if (isUnspaced(word)) for (const { term } of pairsOf(word, 0)) terms.push(term);
    else terms.push(termOf(word));
  }
  return terms;
};

/** Returns terms as engines index them. */
export const joinTerms = (terms: readonly string[]): string => terms.join(" ");

/** Most words need no search: these scripts come late among the characters. */
const isUnspaced = (word: string): boolean => word.charCodeAt(0) >= FIRST_UNSPACED && UNSPACED.test(word);

/** Returns the terms of a query, each once, the first `MOST_QUERY_TERMS`. Stop words count only where there are no others. */
export const listQueryTerms = (text: string): string[] => {
  const terms = [...new Set(listTerms(text.slice(0, LONGEST_TEXT_OF_TERMS)))];
  const telling = terms.filter((term) => !isStopWord(term));
  return (telling.length > 0 ? telling : terms).slice(0, MOST_QUERY_TERMS);
};

const pairsOf = (run: string, start: number): Term[] => {
  const pairs: Term[] = [];
  let at = start;
  let before = "";
  for (const character of run) {
    if (before !== "") pairs.push({ term: before + character, start: at - before.length, end: at + character.length });
    before = character;
    at += character.length;
  }
  return pairs;
};

/**
 * Caches stems, because texts repeat words. Longer words are not cached: they would keep the whole text that they are
 * cut from in memory.
 */
const LONGEST_KNOWN_WORD = 12;
const MOST_KNOWN_WORDS = 20_000;
const knownWords = new Map<string, string>();

const termOf = (word: string): string => {
  if (word.length > LONGEST_KNOWN_WORD) return fold(word);
  const known = knownWords.get(word);
  if (known !== undefined) return known;
  const term = fold(word);
  if (knownWords.size >= MOST_KNOWN_WORDS) knownWords.clear();
  knownWords.set(word, term);
  return term;
};

/** Endings are looked for in no longer word, because each of its places is tried with each other. */
const LONGEST_FOLDED = 4 * LONGEST_TERM;

const fold = (word: string): string => {
  const plain = word
    .slice(0, LONGEST_FOLDED)
    .toWellFormed()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .toLowerCase();
  const term = stem(plain.replace(POSSESSIVE, "").replace(NEITHER_LETTER_NOR_DIGIT, ""));
  return term.length <= LONGEST_TERM ? term : Array.from(term).slice(0, LONGEST_TERM).join("");
};

/** Removes plural, `-ed`, `-ing` and a last `e`, so that "charges", "charged" and "charging" match. */
const stem = (word: string): string => {
  const singular = withoutPlural(word);
  const ending = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(singular)?.[1];
  return withoutLastE(withoutDouble(ending && ending.length >= 3 ? ending : singular));
};

const withoutPlural = (word: string): string => {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^ae]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
};

const withoutDouble = (word: string): string =>
  word.length > 3 && /([^aeiouysz])\1$/.test(word) ? word.slice(0, -1) : word;

const withoutLastE = (word: string): string => (word.length > 4 && word.endsWith("e") ? word.slice(0, -1) : word);

/** English stop words. */
const STOP_WORDS = new Set(
  (
    "a about am an and any are as at be been but by can could did do does doing for from get had has have he her his how " +
    "i if in into is it its like may me my no not of on or our ours out she should so than that the their them then " +
    "there these they this those to too us was we were what when where which who why will with would you your"
  )
    .split(" ")
    .map(fold),
);

export const isStopWord = (term: string): boolean => STOP_WORDS.has(term);
