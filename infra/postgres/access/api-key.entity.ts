import { defineEntity, p } from "@mikro-orm/core";
import type { Scope } from "../../../domain/access/api-key-scope.ts";
import { CLIENT_ROLES } from "../../../domain/access/member-role.rules.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

export type ApiKey = Row<typeof ApiKey>;
export const ApiKey = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  properties: {
    id: id(),
    organization_id: () => organizationId("api_keys"),
    name: p.text(),
    key_prefix: p.text(),
    key_hash: p.blob().$type<Buffer>().unique("api_keys_key_hash_key"),
    environment: p.enum([...ENVIRONMENTS]),
    created_by: () => p.manyToOne(User).mapToPk().fieldName("created_by").foreignKeyName("api_keys_created_by_fkey"),
    created_at: createdAt(),
    last_used_at: optional.time(),
    archived_at: optional.time(),
    expires_at: optional.time(),
    /** What it may do; null: all that its role may. */
    scopes: p.array<Scope>().strictNullable().default(null),
    /** The program that a person has let in by signing in; null: a key. */
    client_name: optional.text(),
    /** The most that it may do, where its maker's role is more; null: all that its maker may. */
    role: p
      .enum([...CLIENT_ROLES])
      .strictNullable()
      .default(null),
    /** When the token of a client is over and it asks for the next one. */
    token_expires_at: optional.time(),
  },
  indexes: [{ name: "api_keys_organization", properties: ["organization_id", "id"] }],
  checks: [{ name: "api_keys_scopes_check", expression: "cardinality(scopes) > 0" }],
  policies: [tenantPolicy],
});
