import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

/** The waiting tests of a webhook, which go before its events. */
export const inSteps = true;

export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "webhook_deliveries_tests",
    on: "webhook_deliveries (endpoint_id, id) where (state = 'pending'::text) and (event_type = 'test'::text)",
  });
