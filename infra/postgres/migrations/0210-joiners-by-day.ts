import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

/** Figures by day find who has joined a live campaign in a span. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createIndexConcurrently(db, {
    name: "campaign_contacts_joined",
    on: "campaign_contacts (campaign_id, joined_at) where joined_at is not null",
  });
};
