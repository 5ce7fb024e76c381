import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import type { Passage } from "../../../infra/passage-index/passage-index.ts";

export const BENCH_MODEL = "bench/random";
const VOCABULARY = 20_000;
const WORDS_OF_PASSAGE = 250;
const TOPICS = 200;

/** Numbers from 0 to 1, the same for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Frequent words are as frequent among these as in a language: the rank falls off with the power of the draw. */
export const madeWords = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => `w${Math.floor(VOCABULARY ** random()).toString(36)}x`).join(" ");

/** Near one of two hundred topics, as texts are: a graph over vectors without any order would be no fair engine. */
export const madeVector = (random: () => number): Float32Array => {
  const topic = seeded(1_000_000 + Math.floor(random() * TOPICS));
  return Float32Array.from({ length: EMBEDDING_DIMENSIONS }, () => topic() - 0.5 + (random() - 0.5));
};

/** Makes this many passages of one document. */
export const madePassages = (
  documentUuid: string,
  { from, count, seed }: { from: number; count: number; seed: number },
): Passage[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, at) => ({
    id: `${documentUuid}/${from + at}`,
    documentUuid,
    version: 1,
    model: BENCH_MODEL,
    ordinal: from + at,
    text: madeWords(random, WORDS_OF_PASSAGE),
    context: `Document ${documentUuid}`,
    scope: { kind: "org" },
    vector: madeVector(random),
  }));
};
