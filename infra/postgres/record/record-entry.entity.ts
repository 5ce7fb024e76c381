import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** A sealed entry: a leaf of the organization's tree. */
export type RecordEntry = Row<typeof RecordEntry>;
export const RecordEntry = defineEntity({
  name: "RecordEntry",
  tableName: "record_entries",
  properties: {
    organization_id: () => organizationKey("record_entries"),
    index: p.bigint("number").primary(),
    kind: p.text(),
    run_uuid: optional.uuid(),
    line: p.text(),
  },
  indexes: [{ name: "record_entries_run", properties: ["run_uuid"], where: "(run_uuid IS NOT NULL)" }],
  policies: [tenantPolicy],
});
