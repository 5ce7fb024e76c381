import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** A command looks for its own key, which is rarely there, and would read the whole log of its campaign for it. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "campaign_logs_command",
    on: "campaign_logs (campaign_id, command_key) where command_key is not null",
  });
