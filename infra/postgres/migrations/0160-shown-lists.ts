import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** The lists that people see are counted before another one is made; those of campaigns, of which there may be many, are not. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "contact_lists_shown",
    on: "contact_lists (organization_id) where not is_hidden",
  });
