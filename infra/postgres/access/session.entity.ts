import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";
import { User } from "./user.entity.ts";

export type Session = Row<typeof Session>;
export const Session = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("sessions_organization_id_fkey")
        .deleteRule("cascade"),
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName("user_id").foreignKeyName("sessions_user_id_fkey").deleteRule("cascade"),
    token_hash: p.blob().$type<Buffer>().unique("sessions_token_hash_key"),
    created_at: p.datetime().defaultRaw("now()"),
    expires_at: p.datetime(),
    revoked_at: p.datetime().strictNullable(),
  },
  policies: [tenantPolicy],
});
