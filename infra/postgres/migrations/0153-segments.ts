import { type Kysely, sql } from "kysely";

/** Parts of contact lists that an expression describes, and campaigns of such a part. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table contact_lists add column segments jsonb not null default '[]'`.execute(db);
  await sql`alter table campaigns add column segment jsonb`.execute(db);
};
