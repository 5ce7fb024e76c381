import { isStopWord, listTerms } from "../../document/terms.ts";
import { foldWords } from "./fold-words.ts";
import { isFunctionWord } from "./language.ts";

/** A passage of a document, as a search gives it: best first. */
export interface AnsweringPassage {
  text: string;
  /** Its headings, outermost first, joined by `›`; empty: none. */
  under: string;
  /** How well the index finds that it fits, 0 to 1. */
  fit: number;
}

/** Less of a question in a heading, or in a sentence, is no answer to it. One word in common has to be most of both. */
const HEADING_BOUND = 0.5;
const ONE_WORD_BOUND = 0.65;
const SENTENCE_BOUND = 0.6;
/** The index's own measure of a passage that is about something else. */
const LEAST_FIT = 0.04;
const FUNCTION_WEIGHT = 0.15;
const MOST_SENTENCES = 2;
const LONGEST_ANSWER = 400;
/** A text is read no further: a person waits. */
const LONGEST_PASSAGE = 8_000;

/**
 * Returns the one or two sentences of the passages that answer a question, or null where none fits: those under a heading that
 * asks the same, else the sentence that holds most of the question's words. Words are compared, not meanings.
 */
export const choosePassageAnswer = (question: string, passages: readonly AnsweringPassage[]): string | null => {
  const asked = weigh(question);
  if (asked.size === 0) return null;
  const read = passages.map((passage, rank) => ({ ...readPassage(passage), rank }));
  const byHeading = best(read.map((passage) => ({ ...passage, score: scoreOfHeadings(asked, passage.headings) })));
  if (byHeading && byHeading.score >= HEADING_BOUND && byHeading.sentences.length > 0) {
    return join(byHeading.sentences.slice(0, MOST_SENTENCES));
  }
  const bySentence = best(
    read.flatMap(({ sentences, title, rank, fit }) =>
      sentences.map((sentence, at) => ({
        sentences: sentences.slice(at, at + MOST_SENTENCES),
        rank,
        score: isAbout(asked, { sentence, title, fit }) ? share(asked, [sentence, title]) : 0,
      })),
    ),
  );
  return bySentence && bySentence.score >= SENTENCE_BOUND ? join(bySentence.sentences) : null;
};

interface Read {
  fit: number;
  /** The heading, and questions among the sentences: other words for the same. */
  headings: string[];
  title: string;
  sentences: string[];
}

const readPassage = ({ text, under, fit }: AnsweringPassage): Read => {
  const title = under.split("›").at(-1)?.trim() ?? "";
  const all = splitSentences(text.slice(0, LONGEST_PASSAGE));
  const questions = all.filter((sentence) => sentence.endsWith("?"));
  return {
    fit,
    title,
    headings: [...splitSentences(title), ...questions],
    sentences: all.filter((sentence) => !sentence.endsWith("?") && isProse(sentence)),
  };
};

/** A line that ends in the middle of a sentence goes on in the next one. */
const joinLines = (text: string): string => text.replaceAll(/(?<![.!?।:\s*_]) *\n(?=[\p{L}\p{N}„“"(])/gu, " ");

const splitSentences = (text: string): string[] =>
  joinLines(text)
    .split("\n")
    .flatMap((line) => line.split(/(?<=[.!?।])\s+(?=[\p{Lu}\p{Lo}¿¡„"“])/u))
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").replaceAll(/^[\s*_]+|[\s*_]+$/g, ""))
    .filter((sentence) => sentence !== "");

/** Commands, tables and headings are not read aloud. */
const isProse = (sentence: string): boolean => /[.!।]$/.test(sentence) && !/[{}|$<>=`_]|\w\/\w|https?:/.test(sentence);

type Weights = ReadonlyMap<string, number>;

const weigh = (text: string): Weights =>
  new Map(listTerms(foldWords(text)).map((term) => [term, isTelling(term) ? 1 : FUNCTION_WEIGHT]));

const isTelling = (term: string): boolean => !isStopWord(term) && !isFunctionWord(term);

const FEW_SUBJECTS = 2;
/** So well a passage fits that one word in common is no chance. */
const CLOSE_FIT = 0.2;

/** Counts the telling words of a question that texts hold. */
const countSubjects = (asked: Weights, texts: readonly string[]): number => {
  const held = weigh(texts.join(" "));
  return [...asked].filter(([term, weight]) => weight === 1 && holds(held, term)).length;
};

const isAbout = (
  asked: Weights,
  { sentence, title, fit }: { sentence: string; title: string; fit: number },
): boolean => {
  if (fit < LEAST_FIT || countSubjects(asked, [sentence]) === 0) return false;
  return fit >= CLOSE_FIT || countSubjects(asked, [sentence, title]) >= FEW_SUBJECTS;
};

const sum = (weights: Iterable<number>): number => [...weights].reduce((total, weight) => total + weight, 0);

/** How much two texts have in common of what both say, 0 to 1. */
const likeness = (asked: Weights, heading: string): number => {
  const other = weigh(heading);
  const common = sum([...asked].map(([term, weight]) => (holds(other, term) ? weight : 0)));
  return (2 * common) / (sum(asked.values()) + sum(other.values()));
};

const MOST_OF_IT = 0.7;

/** A question is asked by one of the headings, or is held almost whole by all of them together. */
const scoreOfHeadings = (asked: Weights, headings: readonly string[]): number => {
  const together = countSubjects(asked, headings) >= FEW_SUBJECTS ? share(asked, headings) : 0;
  const alike = headings.map((each) => {
    const score = likeness(asked, each);
    return score >= ONE_WORD_BOUND || countSubjects(asked, [each]) >= FEW_SUBJECTS ? score : 0;
  });
  return Math.max(0, together >= MOST_OF_IT ? HEADING_BOUND : 0, ...alike);
};

/** How much of a question is in texts, 0 to 1. */
const share = (asked: Weights, texts: readonly string[]): number => {
  const held = weigh(texts.join(" "));
  return sum([...asked].map(([term, weight]) => (holds(held, term) ? weight : 0))) / sum(asked.values());
};

const LEAST_STEM = 5;
const MOST_ENDING = 4;

/** Words are the same in spite of their endings: "Kampagne" and "Kampagnen", "costs" and "cost". */
const holds = (weights: Weights, term: string): boolean => {
  if (weights.has(term)) return true;
  if (term.length < LEAST_STEM) return false;
  return [...weights.keys()].some((other) => {
    const stem = Math.max(LEAST_STEM, Math.min(term.length, other.length) - 2);
    return (
      other.length >= LEAST_STEM &&
      Math.abs(other.length - term.length) <= MOST_ENDING &&
      other.slice(0, stem) === term.slice(0, stem)
    );
  });
};

const best = <T extends { score: number; rank: number }>(scored: readonly T[]): T | null =>
  scored.reduce<T | null>(
    (first, next) =>
      first === null || next.score > first.score || (next.score === first.score && next.rank < first.rank)
        ? next
        : first,
    null,
  );

const join = (sentences: readonly string[]): string => {
  const [first = "", ...others] = sentences;
  return others.reduce(
    (answer, sentence) => (answer.length + sentence.length < LONGEST_ANSWER ? `${answer} ${sentence}` : answer),
    first.slice(0, LONGEST_ANSWER),
  );
};
