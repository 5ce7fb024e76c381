import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Channel = Row<typeof Channel>;
export const Channel = defineEntity({
  name: "Channel",
  tableName: "folders",
  properties: {
    id: id(),
    organization_id: () => organizationId("folders"),
    name: p.text(),
    created_at: createdAt(),
  },
  uniques: [{ name: "folders_organization_id_name_key", properties: ["organization_id", "name"] }],
  policies: [tenantPolicy],
});
