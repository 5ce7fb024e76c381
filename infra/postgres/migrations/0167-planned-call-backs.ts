import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Calls that people asked for are found by their times. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "campaign_contacts_call_backs",
    on: "campaign_contacts (campaign_id, call_back_at) where call_back_at is not null",
  });
