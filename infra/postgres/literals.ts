import { type RawBuilder, sql } from "kysely";

/**
 * Writes words of the domain into a statement's text, joined by commas, as in `state in (${literals(STATES)})`: a condition that the
 * planner is to match with an index, or to estimate, is known to it only there. Never for what people have written.
 */
export const literals = (words: readonly string[]): RawBuilder<unknown> => sql.join(words.map((word) => sql.lit(word)));
