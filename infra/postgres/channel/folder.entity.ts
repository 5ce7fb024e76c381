import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";

export type Folder = Row<typeof Folder>;
export const Folder = defineEntity({
  name: "Folder",
  tableName: "folders",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("folders_organization_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    created_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [{ name: "folders_organization_id_name_key", properties: ["organization_id", "name"] }],
  policies: [tenantPolicy],
});
