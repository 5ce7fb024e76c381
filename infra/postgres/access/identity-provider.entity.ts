import { defineEntity, p } from "@mikro-orm/core";
import { type GroupRole, PROVIDED_ROLES } from "../../../domain/access/identity-provider.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";

export type IdentityProvider = Row<typeof IdentityProvider>;
export const IdentityProvider = defineEntity({
  name: "IdentityProvider",
  tableName: "identity_providers",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("identity_providers_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    name: p.text(),
    issuer: p.text(),
    client_id: p.text(),
    client_secret_sealed: p.blob().$type<Buffer>(),
    groups_claim: p.text().default("groups"),
    group_roles: p.json<GroupRole[]>().default([]),
    default_role: p.enum(PROVIDED_ROLES).strictNullable().default(null),
    is_required: p.boolean().default(false),
    updated_at: p.datetime().defaultRaw("now()"),
    /** Who logs out here is led there, to be logged out there too. */
    log_out_at_provider: p.boolean().default(false),
  },
  policies: [tenantPolicy],
});
