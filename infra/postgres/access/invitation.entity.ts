import { defineEntity, p } from "@mikro-orm/core";
import { MEMBER_ROLES } from "../../../domain/access/member-role.rules.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Invitation = Row<typeof Invitation>;
export const Invitation = defineEntity({
  name: "Invitation",
  tableName: "invitations",
  properties: {
    id: id(),
    organization_id: () => organizationId("invitations"),
    email: p.text(),
    role: p.enum(MEMBER_ROLES.toReversed()),
    created_by: () => createdBy("invitations"),
    created_at: createdAt(),
    expires_at: p.datetime(),
    accepted_at: optional.time(),
    revoked_at: optional.time(),
  },
  indexes: [{ name: "invitations_organization", properties: ["organization_id", "created_at"] }],
  policies: [tenantPolicy],
});
