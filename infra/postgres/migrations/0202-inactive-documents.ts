import { type Kysely, sql } from "kysely";

/** A document that is switched off is kept, and read by nobody. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table documents add column is_active boolean not null default true`.execute(db);
};
