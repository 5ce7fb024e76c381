import { type RawBuilder, sql } from "kysely";

/** Tells of the rows of a table with a sealed column that may be empty whether one has something in it. */
export const hasSecret = (table: string): RawBuilder<boolean> =>
  // An intake of calls has no address, and nothing is signed for it.
  table === "contact_intakes" ? sql<boolean>`calls is null` : sql<boolean>`true`;
