import { defineEntity, p } from "@mikro-orm/core";
import { id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** An attempt of a removed run, which counts against the limit of attempts on its number for a day, or as long as rules of packs count. */
export type RemovedAttempt = Row<typeof RemovedAttempt>;
export const RemovedAttempt = defineEntity({
  name: "RemovedAttempt",
  tableName: "removed_attempts",
  properties: {
    id: id(),
    organization_id: () => organizationId("removed_attempts"),
    called_number: p.text(),
    environment: p.text(),
    at: p.datetime(),
    /** A person answered. */
    answered: p.boolean().default(false),
  },
  indexes: [
    { name: "removed_attempts_number", properties: ["organization_id", "called_number", "at"] },
    { name: "removed_attempts_at", properties: ["at"] },
  ],
  policies: [tenantPolicy],
});
