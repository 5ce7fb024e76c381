import { isStopWord, listTerms } from "../../domain/document/terms.ts";
import { EMBEDDING_DIMENSIONS, type Embedder } from "../../domain/model/embedder.ts";
import { createFeatureCounts } from "./feature-counts.ts";

/** The weight of each kind of feature; found with `npm run bench:search`. */
const WEIGHTS = { word: 1, pair: 0.4, grams: 0.6 };
const GRAM_LENGTHS = [3, 4];
const EVERYWHERE_WEIGHT = 0.1;

/** Makes vectors at once, without asking a server. */
export interface BuiltInEmbedder extends Embedder {
  /** Returns the vector of the text that has these terms, as `listTerms` lists them. */
  embedTerms(terms: readonly string[]): Float32Array;
}

/**
 * Creates the built-in embedder, which needs no key: texts are similar when their words, or parts of their words, are
 * the same. It knows no meanings. The same text always gets the same vector.
 */
export const createLocalEmbedder = (): BuiltInEmbedder => ({
  name: "local/lexical-1",
  batchSize: 256,
  embed: async (texts, { signal }) => {
    signal.throwIfAborted();
    return texts.map((text) => embedTerms(listTerms(text)));
  },
  embedTerms: (terms) => embedTerms(terms),
});

const features = createFeatureCounts();

const embedTerms = (terms: readonly string[]): Float32Array => {
  countFeatures(terms);
  const vector = new Float32Array(EMBEDDING_DIMENSIONS);
  features.forEach((hash, weight, times) => add(vector, hash, weight * weightOfTimes(times)));
  return normalize(vector);
};

/**
 * Logarithms of small counts are kept: most features occur once or a few times, and a logarithm costs more than everything else
 * that is done with a feature.
 */
const KNOWN_TIMES = Float64Array.from({ length: 64 }, (_, times) => 1 + Math.log(times));

const weightOfTimes = (times: number): number => KNOWN_TIMES[times] ?? 1 + Math.log(times);

/**
 * Counts each feature by its hash, with its weight: a word that occurs ten times counts more than one that occurs once, and far
 * less than ten words.
 */
const countFeatures = (terms: readonly string[]): void => {
  features.clear();
  let before: number | null = null;
  for (const term of terms) {
    const { isTelling, word, grams, gramWeight, pairStart } = hashesOf(term);
    features.count(word, WEIGHTS.word * (isTelling ? 1 : EVERYWHERE_WEIGHT));
    if (!isTelling) continue;
    for (const gram of grams) features.count(gram, gramWeight);
    if (before !== null) features.count(mix(hashOn(before, term)), WEIGHTS.pair);
    before = pairStart;
  }
};

interface TermHashes {
  isTelling: boolean;
  word: number;
  grams: number[];
  gramWeight: number;
  /** The hash of the beginning of a pair, which is this word. */
  pairStart: number;
}

/** Caches the hashes of words: parts of words are most of the work, and texts repeat words. */
const MOST_KNOWN_TERMS = 10_000;
const knownTerms = new Map<string, TermHashes>();

const hashesOf = (term: string): TermHashes => {
  const known = knownTerms.get(term);
  if (known) return known;
  const hashes = {
    isTelling: !isStopWord(term),
    word: mix(hashOn(WORD_START, term)),
    grams: gramsOf(term),
    gramWeight: WEIGHTS.grams / Math.sqrt(term.length),
    pairStart: hashOn(hashOn(PAIR_START, term), " "),
  };
  if (knownTerms.size >= MOST_KNOWN_TERMS) knownTerms.clear();
  knownTerms.set(term, hashes);
  return hashes;
};

const gramsOf = (term: string): number[] => {
  const padded = `_${term}_`;
  const grams: number[] = [];
  for (const length of GRAM_LENGTHS) {
    for (let at = 0; at + length <= padded.length; at += 1)
      grams.push(mix(hashOn(GRAM_START, padded, at, at + length)));
  }
  return grams;
};

/** Adds a feature. Its sign is a part of the hash, so features that share a place cancel each other out on average. */
const add = (vector: Float32Array, hash: number, weight: number): void => {
  const place = (hash >>> 1) % EMBEDDING_DIMENSIONS;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight);
};

/** Continues an FNV-1a hash over a text, or over a part of it. */
const hashOn = (before: number, text: string, from = 0, to = text.length): number => {
  let hash = before;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/** The start of the hash for each kind of feature. */
const HASH_START = 0x811c9dc5;
const WORD_START = hashOn(HASH_START, "w ");
const PAIR_START = hashOn(HASH_START, "p ");
const GRAM_START = hashOn(HASH_START, "g ");

/** Mixes the bits of a hash, because the low bits of FNV-1a alone are not spread well. */
const mix = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** Scales the given vector to the length 1. */
const normalize = (vector: Float32Array): Float32Array => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
};
