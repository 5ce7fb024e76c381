import { type Kysely, sql } from "kysely";

/** How long a recording sounds; of those of before it is not known. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table workflow_recordings add column length_ms integer").execute(db);
};
