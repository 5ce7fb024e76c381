import { type Kysely, sql } from "kysely";

/** When people are called where a campaign says nothing else; null: the default hours. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table organizations add column calling_hours jsonb`.execute(db);
};
