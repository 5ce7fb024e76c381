import { defineEntity, p } from "@mikro-orm/core";
import { ACT_KINDS } from "../../../domain/audit/kept-acts.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** What somebody did; it is added and never changed. The table has a partition for each month. */
export type Act = Row<typeof Act>;
export const Act = defineEntity({
  name: "Act",
  tableName: "acts",
  properties: {
    id: id(),
    organization_id: () => organizationId("acts"),
    uuid: p.uuid(),
    at: p.datetime(3).defaultRaw("clock_timestamp()"),
    kind: p.enum(ACT_KINDS),
    actor: p.text(),
    user_id: optional.bigint(),
    operation: optional.text(),
    subject: p.json<Record<string, string | number>>().defaultRaw("'{}'"),
    address: optional.text(),
    user_agent: optional.text(),
  },
  indexes: [
    { name: "acts_organization", properties: ["organization_id", "id"] },
    { name: "acts_person", properties: ["organization_id", "user_id", "id"] },
    { name: "acts_kind", properties: ["organization_id", "kind", "id"] },
    { name: "acts_id", properties: ["id"] },
    { name: "acts_uuid", properties: ["organization_id", "uuid"] },
  ],
  policies: [tenantPolicy],
});
