import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Deliveries are removed with the events and requests that they told of. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createIndexConcurrently(db, {
    name: "webhook_deliveries_event",
    on: "webhook_deliveries (timeline_event_id) where timeline_event_id is not null",
  });
  await createIndexConcurrently(db, {
    name: "webhook_deliveries_request",
    on: "webhook_deliveries (request_id) where request_id is not null",
  });
  await createIndexConcurrently(db, {
    name: "thread_replies_run",
    on: "thread_replies (run_id) where run_id is not null",
  });
};
