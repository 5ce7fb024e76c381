import { type Kysely, sql } from "kysely";

/** What an organization leaves out of its conversations before anything is stored or sent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table organizations add column redaction jsonb`.execute(db);
};
