import { isEverywhere, termsOf } from "../passage-index/terms.ts";
import { EMBEDDING_DIMENSIONS, type Embedder } from "./embedder.ts";

/** How much each kind of feature counts; found with `npm run bench:search`. */
const WEIGHTS = { word: 1, pair: 0.4, grams: 0.6 };
const GRAM_LENGTHS = [3, 4];
const EVERYWHERE_WEIGHT = 0.1;

/**
 * The built-in embedder, which needs no key: texts are alike when their words, or parts of their words, are the same. It
 * knows no meanings. Always the same vector for the same text.
 */
export const createLocalEmbedder = (): Embedder => ({
  name: "local/lexical-1",
  batchSize: 256,
  embed: async (texts, { signal }) => {
    signal.throwIfAborted();
    return texts.map(embedText);
  },
});

const embedText = (text: string): Float32Array => {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS);
  for (const [feature, weight] of featuresOf(text)) add(vector, feature, weight);
  return normalize(vector);
};

/** Each feature with its weight: a word said ten times counts more than one said once, and far less than ten words. */
const featuresOf = (text: string): Map<string, number> => {
  const sums = new Map<string, { weight: number; times: number }>();
  const count = (feature: string, weight: number) => {
    const sum = sums.get(feature);
    if (sum) sum.times += 1;
    else sums.set(feature, { weight, times: 1 });
  };
  let before: string | null = null;
  for (const { term } of termsOf(text)) {
    const isTelling = !isEverywhere(term);
    count(`w ${term}`, WEIGHTS.word * (isTelling ? 1 : EVERYWHERE_WEIGHT));
    if (!isTelling) continue;
    for (const gram of gramsOf(term)) count(`g ${gram}`, WEIGHTS.grams / Math.sqrt(term.length));
    if (before !== null) count(`p ${before} ${term}`, WEIGHTS.pair);
    before = term;
  }
  return new Map([...sums].map(([feature, { weight, times }]) => [feature, weight * (1 + Math.log(times))]));
};

const gramsOf = (term: string): string[] => {
  const padded = `_${term}_`;
  return GRAM_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, at) => padded.slice(at, at + length)),
  );
};

/** The sign is a part of the hash: features that meet in one place cancel each other out on average. */
const add = (vector: Float32Array, feature: string, weight: number): void => {
  const hash = hashOf(feature);
  const place = (hash >>> 1) % EMBEDDING_DIMENSIONS;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight);
};

/** FNV-1a with a last mixing: its low bits alone are not spread well. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

const normalize = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};
