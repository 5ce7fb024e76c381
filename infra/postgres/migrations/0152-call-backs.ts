import { type Kysely, sql } from "kysely";

/** Contacts who have asked to be called at a time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaign_contacts
      add column call_back_at timestamptz,
      add column call_backs integer not null default 0`.execute(db);
};
