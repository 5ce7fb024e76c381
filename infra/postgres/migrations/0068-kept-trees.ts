import { type Kysely, sql } from "kysely";

/** A record's tree grows and is never taken away: without its row the next one would begin anew. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("revoke delete, truncate on record_trees from ringdown_app").execute(db);
};
