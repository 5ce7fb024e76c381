import { isEverywhere, splitTerms } from "../../domain/document/terms.ts";
import { EMBEDDING_DIMENSIONS, type Embedder } from "../../domain/model/embedder.ts";

/** The weight of each kind of feature; found with `npm run bench:search`. */
const WEIGHTS = { word: 1, pair: 0.4, grams: 0.6 };
const GRAM_LENGTHS = [3, 4];
const EVERYWHERE_WEIGHT = 0.1;

/**
 * Creates the built-in embedder, which needs no key: texts are similar when their words, or parts of their words, are
 * the same. It knows no meanings. The same text always gets the same vector.
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
  for (const [hash, { weight, times }] of featuresOf(text)) add(vector, hash, weight * (1 + Math.log(times)));
  return normalize(vector);
};

interface Feature {
  weight: number;
  times: number;
}

/**
 * Returns each feature by its hash, with its weight: a word said ten times counts more than one said once, and far less
 * than ten words.
 */
const featuresOf = (text: string): Map<number, Feature> => {
  const features = new Map<number, Feature>();
  const count = (hash: number, weight: number) => {
    const feature = features.get(hash);
    if (feature) feature.times += 1;
    else features.set(hash, { weight, times: 1 });
  };
  let before: string | null = null;
  for (const { term } of splitTerms(text)) {
    const { isTelling, word, grams, gramWeight } = hashesOf(term);
    count(word, WEIGHTS.word * (isTelling ? 1 : EVERYWHERE_WEIGHT));
    if (!isTelling) continue;
    for (const gram of grams) count(gram, gramWeight);
    if (before !== null) count(hashOf(`p ${before} ${term}`), WEIGHTS.pair);
    before = term;
  }
  return features;
};

interface TermHashes {
  isTelling: boolean;
  word: number;
  grams: number[];
  gramWeight: number;
}

/** Caches the hashes of words: parts of words are most of the work, and texts repeat words. */
const MOST_KNOWN_TERMS = 10_000;
const knownTerms = new Map<string, TermHashes>();

const hashesOf = (term: string): TermHashes => {
  const known = knownTerms.get(term);
  if (known) return known;
  const hashes = {
    isTelling: !isEverywhere(term),
    word: hashOf(`w ${term}`),
    grams: gramsOf(term).map((gram) => hashOf(`g ${gram}`)),
    gramWeight: WEIGHTS.grams / Math.sqrt(term.length),
  };
  if (knownTerms.size >= MOST_KNOWN_TERMS) knownTerms.clear();
  knownTerms.set(term, hashes);
  return hashes;
};

const gramsOf = (term: string): string[] => {
  const padded = `_${term}_`;
  return GRAM_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, at) => padded.slice(at, at + length)),
  );
};

/** The sign is a part of the hash, so that features that share a place cancel each other out on average. */
const add = (vector: Float32Array, hash: number, weight: number): void => {
  const place = (hash >>> 1) % EMBEDDING_DIMENSIONS;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight);
};

/** FNV-1a with a final mixing, because its low bits alone are not spread well. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

const normalize = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
};
