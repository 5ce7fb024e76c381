/** The names under which a language model is offered what it may call. One rule for the engine and for whoever checks. */

const LONGEST_NAME = 60;

/** `Wants a human!` → `wants_a_human`. A label without such letters has the fallback. */
export const functionNameOf = (label: string, fallback: string): string =>
  label
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, LONGEST_NAME)
    .replace(/^_+|_+$/g, "") || fallback;

/** The name, or the next free one after it; takes it. */
export const uniqueName = (name: string, taken: Set<string>): string => {
  let unique = name;
  for (let round = 2; taken.has(unique); round += 1) unique = `${name}_${round}`;
  taken.add(unique);
  return unique;
};
