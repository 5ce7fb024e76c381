import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Agents that answer the texts of a campaign, and the lists of texts by number, direction and state. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns add column if not exists text_agent_id bigint
      constraint campaigns_text_agent_id_fkey references agents on delete set null
  `.execute(db);
  await createIndexConcurrently(db, {
    name: "campaigns_text_agent",
    on: "campaigns (text_agent_id) where text_agent_id is not null",
  });
  await createIndexConcurrently(db, {
    name: "text_messages_of_number",
    on: "text_messages (organization_id, own_number, created_at, id)",
  });
  await createIndexConcurrently(db, {
    name: "text_messages_by_direction",
    on: "text_messages (organization_id, direction, created_at, id)",
  });
  await createIndexConcurrently(db, {
    name: "text_messages_by_state",
    on: "text_messages (organization_id, state, created_at, id)",
  });
};
