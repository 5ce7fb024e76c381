import { defineEntity, p } from "@mikro-orm/core";
import { createdAt } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";
import { User } from "./user.entity.ts";

export type ProviderIdentity = Row<typeof ProviderIdentity>;
export const ProviderIdentity = defineEntity({
  name: "ProviderIdentity",
  tableName: "provider_identities",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("provider_identities_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("provider_identities_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    issuer: p.text(),
    subject: p.text(),
    created_at: createdAt(),
    last_sign_in_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [
    {
      name: "provider_identities_organization_id_issuer_subject_key",
      properties: ["organization_id", "issuer", "subject"],
    },
  ],
  policies: [tenantPolicy],
});
