import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, createdBy, id, organizationId } from "../entity-parts.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export const OwnPack = defineEntity({
  name: "OwnPack",
  tableName: "own_packs",
  properties: {
    id: id(),
    organization_id: () => organizationId("own_packs"),
    slug: p.text(),
    created_by: () => createdBy("own_packs"),
    created_at: createdAt(),
  },
  uniques: [{ name: "own_packs_organization_id_slug_key", properties: ["organization_id", "slug"] }],
  policies: [tenantPolicy],
});
