import { type Kysely, sql } from "kysely";

/** Since when a recording lasts: processes that carry a call one after another join theirs. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_artifacts add column recorded_from timestamptz").execute(db);
};
