import { foldWords, HEARD_LANGUAGES, type HeardLanguage, toHeardLanguage } from "./fold-words.ts";
import { writeAsDigits } from "./number-words.ts";
import { OPEN_ENDINGS } from "./open-endings.data.ts";

/** What is known when somebody pauses. */
export interface HeardPause {
  /** What they have said so far; empty: nothing was understood, maybe it was a noise; null: not known. */
  words: string | null;
  /** BCP 47. */
  language: string;
  /** How likely they have finished by the sound of it, from 0 to 1; null: no model has heard it. */
  likelihood: number | null;
}

/** A silence for as long ends what somebody says, in milliseconds. */
export const TURN_END = {
  /** Longer than a pause within a sentence. */
  finishedMs: 550,
  /** By the sound they go on, and no word of theirs says so. */
  unsureMs: 1000,
  /** By their words they go on: nobody ends like this, apart from those who do not know how to. */
  openMs: 2000,
} as const;

/** Below this the model is sure: it takes many a clear end for a doubtful one. */
const SURELY_UNFINISHED = 0.1;

/**
 * Returns after how much silence somebody who pauses has finished, in milliseconds. Words that need others after them say more than
 * the sound, because a made-up mind may sound like a doubt, and a doubt like an end; where no word tells, the sound delays the end a
 * little.
 */
export const decideTurnEnd = ({ words, language, likelihood }: HeardPause): number => {
  if (words !== null && isOpen(words, language)) return TURN_END.openMs;
  return likelihood !== null && likelihood < SURELY_UNFINISHED ? TURN_END.unsureMs : TURN_END.finishedMs;
};

const compile = (language: HeardLanguage) => {
  const { words, phrases, closed, numbers } = OPEN_ENDINGS[language];
  const atEnd = (patterns: readonly string[]) =>
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}'])(?:${patterns.join("|")})$`, "u");
  return {
    open: atEnd([...words, ...phrases].map((each) => each.normalize("NFC"))),
    closed: atEnd(closed.map((each) => each.normalize("NFC"))),
    numbers: numbers.map(({ said, digits }) => ({ said: atEnd([`(?:${said})(?: \\p{L}+)?`]), digits })),
  };
};

const ENDINGS = new Map(HEARD_LANGUAGES.map((language) => [language, compile(language)]));

/** The marks that recognition sets where somebody pauses say nothing. */
const MARKS = /[.,;:!?…।"]+/gu;
/** Tells whether words need others after them: "my number is", "I would like to", a telephone's number of three digits. */
export const isOpen = (said: string, tag: string): boolean => {
  const language = toHeardLanguage(tag);
  const endings = ENDINGS.get(language);
  const folded = foldWords(said.replaceAll(/(\d)[.,-](?=\d)/g, "$1").replaceAll(MARKS, " "));
  if (endings === undefined || folded === "") return false;
  if (isNumberBegun(folded, endings.numbers, language)) return true;
  return endings.open.test(folded) && !endings.closed.test(folded);
};

/** Tells whether the last words are the first digits of a number that has more. */
const isNumberBegun = (
  folded: string,
  numbers: readonly { said: RegExp; digits: number }[],
  language: HeardLanguage,
): boolean => {
  const tokens = writeAsDigits(folded, language).split(" ");
  const first = tokens.findLastIndex((token) => !/^\d+$/.test(token)) + 1;
  const digits = tokens.slice(first).join("").length;
  if (digits === 0) return false;
  const before = tokens.slice(0, first).join(" ");
  const kind = numbers.find(({ said }) => said.test(before));
  return kind !== undefined && digits < kind.digits;
};
