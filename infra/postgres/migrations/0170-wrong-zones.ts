import type { Kysely } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Contacts whose time zone was accepted once and is refused now; the index is empty once they are mended. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: "contacts_wrong_zone",
    on: `contacts (contact_list_id, timezone) where ${WRONG}`,
  });

// Queries use the index where they have this text: `isWrongZone`.
const WRONG = `timezone is not null and timezone !~* '^(UTC|GMT|(?!Etc/GMT[+-]0*[1-9])(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.+)$'`;
