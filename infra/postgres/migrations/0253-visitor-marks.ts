import { type Kysely, sql } from "kysely";

/** Conversations that wait for somebody to join them are counted for each visitor's address. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_runs add column visitor_mark text").execute(db);
};
