import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";
import { User } from "./user.entity.ts";

export type ApiKey = Row<typeof ApiKey>;
export const ApiKey = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("api_keys_organization_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    key_prefix: p.text(),
    key_hash: p.blob().$type<Buffer>().unique("api_keys_key_hash_key"),
    environment: p.enum(["production", "sandbox"]),
    created_by: () => p.manyToOne(User).mapToPk().fieldName("created_by").foreignKeyName("api_keys_created_by_fkey"),
    created_at: p.datetime().defaultRaw("now()"),
    last_used_at: p.datetime().strictNullable(),
    archived_at: p.datetime().strictNullable(),
  },
  indexes: [{ name: "api_keys_organization", properties: ["organization_id", "id"] }],
  policies: [tenantPolicy],
});
