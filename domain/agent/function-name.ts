/** The function names that a language model is offered. The engine and the checks use this one rule. */

const LONGEST_NAME = 60;

/** Turns `Wants a human!` into `wants_a_human`. A label without Latin letters or digits gets the fallback. */
export const toFunctionName = (label: string, fallback: string): string =>
  label
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, LONGEST_NAME)
    .replace(/^_+|_+$/g, "") || fallback;

/** Returns the name, or the next free one after it, and adds it to `taken`. */
export const makeUniqueName = (name: string, taken: Set<string>): string => {
  let unique = name;
  for (let round = 2; taken.has(unique); round += 1) unique = `${name}_${round}`;
  taken.add(unique);
  return unique;
};
