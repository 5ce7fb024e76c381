import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** A policy whose content is an entry already. */
export type RecordPolicy = Row<typeof RecordPolicy>;
export const RecordPolicy = defineEntity({
  name: "RecordPolicy",
  tableName: "record_policies",
  properties: {
    organization_id: () => organizationKey("record_policies"),
    digest: p.text().primary(),
    policy: p.json<Record<string, unknown>>(),
  },
  policies: [tenantPolicy],
});
