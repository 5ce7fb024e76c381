import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** A signed note about the tree at one size. */
export type RecordCheckpoint = Row<typeof RecordCheckpoint>;
export const RecordCheckpoint = defineEntity({
  name: "RecordCheckpoint",
  tableName: "record_checkpoints",
  properties: {
    organization_id: () => organizationKey("record_checkpoints"),
    size: p.bigint("number").primary(),
    note: p.text(),
    signed_at: p.datetime(),
  },
  policies: [tenantPolicy],
});
