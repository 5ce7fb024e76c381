import { type Kysely, sql } from "kysely";

/** Whether a call's agent had something to say: a call that was answered and in which nobody heard it is no success. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_runs add column speech text check (speech in ('expected', 'given'))").execute(db);
};
