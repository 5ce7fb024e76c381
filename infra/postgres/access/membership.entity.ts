import { defineEntity, p } from "@mikro-orm/core";
import { MEMBER_ROLES } from "../../../domain/access/member-role.rules.ts";
import { createdAt, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";
import { User } from "./user.entity.ts";

export type Membership = Row<typeof Membership>;
export const Membership = defineEntity({
  name: "Membership",
  tableName: "memberships",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("memberships_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("memberships_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    role: p.enum(MEMBER_ROLES.toReversed()),
    created_at: createdAt(),
    next_request_mail_at: optional.time(),
  },
  indexes: [{ name: "memberships_user", properties: ["user_id"] }],
  policies: [tenantPolicy],
});
