import { type Kysely, sql } from "kysely";

/** The person's own words that the variables of a call rest on. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_runs add column evidence jsonb not null default '{}'").execute(db);
};
