import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Agents that answer texts, and the conversations that these texts make. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table threads drop constraint if exists threads_kind_check;
alter table threads add constraint threads_kind_check check (kind in ('agent', 'channel', 'assistant', 'texts')) not valid;
alter table phone_numbers add column if not exists text_agent_id bigint
  constraint phone_numbers_text_agent_id_fkey references agents on delete set null;
alter table telephony_configurations add column if not exists text_agent_id bigint
  constraint telephony_configurations_text_agent_id_fkey references agents on delete set null;
alter table text_messages add column if not exists thread_id uuid`)
    .execute(db);
  await sql`alter table threads validate constraint threads_kind_check`.execute(db);
  await createIndexConcurrently(db, {
    name: "phone_numbers_text_agent",
    on: "phone_numbers (text_agent_id) where text_agent_id is not null",
  });
  await createIndexConcurrently(db, {
    name: "telephony_configurations_text_agent",
    on: "telephony_configurations (text_agent_id) where text_agent_id is not null",
  });
  await createIndexConcurrently(db, {
    name: "text_messages_of_thread",
    on: "text_messages (thread_id, id) where thread_id is not null",
  });
};
