import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { OwnPack } from "./own-pack.entity.ts";

export const OwnPackVersionRow = defineEntity({
  name: "OwnPackVersion",
  tableName: "own_pack_versions",
  properties: {
    id: id(),
    organization_id: () => organizationId("own_pack_versions"),
    pack_id: () =>
      p
        .manyToOne(OwnPack)
        .mapToPk()
        .fieldName("pack_id")
        .foreignKeyName("own_pack_versions_pack_id_fkey")
        .deleteRule("cascade"),
    version_number: p.integer(),
    state: p.enum(["draft", "published", "archived"]),
    name: p.text(),
    summary: p.text(),
    job: p.text(),
    /** Includes the agents as they were when the version was made. */
    content: p.json<Record<string, unknown>>(),
    created_by: () => createdBy("own_pack_versions"),
    created_at: createdAt(),
    published_at: optional.time(),
  },
  uniques: [{ name: "own_pack_versions_pack_id_version_number_key", properties: ["pack_id", "version_number"] }],
  indexes: [{ name: "own_pack_versions_organization", properties: ["organization_id"] }],
  policies: [tenantPolicy],
});
