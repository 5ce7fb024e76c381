import { defineEntity, p } from "@mikro-orm/core";
import { CONSENT_STATUSES } from "../../../domain/contact/consent.rules.ts";
import { Organization } from "../access/organization.entity.ts";
import { environment, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** The present consent for a number; `ConsentChange` keeps its history. */
export type Consent = Row<typeof Consent>;
export const Consent = defineEntity({
  name: "Consent",
  tableName: "consents",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("consents_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    phone_number: p.text().primary(),
    status: p.enum([...CONSENT_STATUSES]),
    source: p.text(),
    wording: optional.text(),
    changed_at: p.datetime(),
    /** A number may have an entry of each. */
    environment: environment().primary(),
  },
  policies: [tenantPolicy],
});
