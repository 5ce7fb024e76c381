import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

/** Entries of erased people: an admission asks whether there is any before it computes a mark. */
export const inSteps = true;

export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "do_not_call_erased",
    on: "do_not_call (organization_id) where phone_number like 'erased:%'",
  });
