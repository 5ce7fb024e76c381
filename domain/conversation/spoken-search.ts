import type { Highlight } from "../document/highlight.ts";

/** Characters of what is looked for in what was said. */
export const LONGEST_WORDS = 400;

/** Calls that a search answers: unless asked otherwise, and at most. */
export const CALLS_FOUND = { usual: 20, most: 50 } as const;

/** How many passages are looked at before the filters that only rows know; where more fit, calls may be missing. */
export const PASSAGES_LOOKED_AT = 1_000;

/** A vector is near to every other to some degree: without one of the words it has to be really near. */
const LEAST_SIMILARITY = 0.3;

/** Tells whether a passage is an answer: it has one of the words, or means nearly the same. */
export const fitsSearch = ({
  highlights,
  similarity,
}: {
  highlights: readonly Highlight[];
  similarity: number;
}): boolean => highlights.length > 0 || similarity >= LEAST_SIMILARITY;
