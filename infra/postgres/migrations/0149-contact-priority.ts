import { type Kysely, sql } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently } from "./steps.ts";

/** Contacts that are called before others, and campaigns that call the newest first. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table contacts add column if not exists priority integer check (priority between 0 and 9)`.execute(db);
  await sql`
    alter table campaigns
      add column if not exists "order" text not null default 'oldest' check ("order" in ('oldest', 'newest')),
      add column if not exists contact_priorities integer[] not null default '{0}'`.execute(db);
  await sql`
    alter table campaign_contacts
      add column if not exists priority integer not null default 0,
      add column if not exists queue_position bigint not null default 0`.execute(db);
  await createIndexConcurrently(db, {
    name: "campaign_contacts_queue",
    on: "campaign_contacts (campaign_id, timezone, priority, next_attempt_at, queue_position, id) where waits",
  });
  await dropIndexConcurrently(db, "campaign_contacts_waiting");
};
