import { SENSITIVE_KINDS } from "../privacy/sensitive-kinds.ts";

/** A sentence of a call: when it was stored, which is when a person had said it, or before an agent began to. */
export interface TimedSentence {
  speaker: "agent" | "person";
  atMs: number;
  text: string;
}

export interface Span {
  fromMs: number;
  untilMs: number;
}

const LEFT_OUT = new RegExp(`\\[(?:${SENSITIVE_KINDS.join("|")})\\]`);
export const hasLeftOut = (text: string): boolean => LEFT_OUT.test(text);

/** Where speech ends is known to about this. */
const MARGIN_MS = 1000;
/** An agent's sentence is waited for at most so long, where nothing is said after it. */
const LONGEST_SENTENCE_MS = 30_000;

/**
 * Returns when a recording must be silent: of what a person said, from the sentence before it on; of what an agent said, until the next
 * sentence of the person. That is longer than the number itself, and never shorter.
 */
export const listSilencedSpans = (sentences: readonly TimedSentence[]): Span[] =>
  sentences.flatMap(({ speaker, atMs, text }, at) => {
    if (!hasLeftOut(text)) return [];
    if (speaker === "person") {
      const before = sentences[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
      return [{ fromMs: before, untilMs: atMs + MARGIN_MS }];
    }
    const next = sentences.slice(at + 1).find((sentence) => sentence.speaker === "person");
    return [{ fromMs: atMs - MARGIN_MS, untilMs: next?.atMs ?? atMs + LONGEST_SENTENCE_MS }];
  });
