import { seeded } from "../passages/made-passages.ts";
import { readSections } from "../search/read-corpus.ts";

/** Text that reads like text, the same for the same seed. */
export interface TextMaker {
  sentence(): string;
  /** Some sentences. */
  paragraph(): string;
  heading(): string;
  /** 0 to below `limit`. */
  number(limit: number): number;
}

const SENTENCES = readSections().flatMap(({ text }) => text.replaceAll(/\s+/g, " ").match(/[^.]+\./g) ?? []);
const WORDS = SENTENCES.map((sentence) => sentence.trim().split(" "));
const SYLLABLES =
  "al an ar bel cor da den el er fin gar hol in ka lan lor ma mer nor or pel ra ren sol ta ten ul ver".split(" ");
/**
 * The share of rare words in every sentence, so that no two are the same and a language's many rare words occur too.
 */
const RARE_SHARE = 0.15;
const RARE_WORDS = 30_000;
const SENTENCES_OF_PARAGRAPH = 7;

/** Sentences of the pages that searches are measured with, some of their words changed for made ones. */
export const makeText = (seed: number): TextMaker => {
  const random = seeded(seed);
  const number = (limit: number) => Math.floor(random() * limit);
  // Few of the rare words are frequent, as in a language.
  const rareWord = () => madeWord(Math.floor(RARE_WORDS ** random()));
  const sentence = () => {
    const words = WORDS[number(WORDS.length)] ?? [];
    return words.map((word) => (/^\p{Ll}{4,}$/u.test(word) && random() < 2 * RARE_SHARE ? rareWord() : word)).join(" ");
  };
  return {
    sentence,
    paragraph: () => Array.from({ length: 1 + number(2 * SENTENCES_OF_PARAGRAPH) }, sentence).join(" "),
    heading: () => `${capital(rareWord())} ${rareWord()} ${number(1000)}`,
    number,
  };
};

const madeWord = (rank: number): string => {
  let word = "";
  for (let rest = rank; rest > 0 || word.length < 4; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
