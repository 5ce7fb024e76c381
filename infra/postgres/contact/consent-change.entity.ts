import { defineEntity, p } from "@mikro-orm/core";
import { CONSENT_STATUSES } from "../../../domain/contact/consent.rules.ts";
import { environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ConsentChange = Row<typeof ConsentChange>;
export const ConsentChange = defineEntity({
  name: "ConsentChange",
  tableName: "consent_changes",
  properties: {
    id: id(),
    organization_id: () => organizationId("consent_changes"),
    phone_number: p.text(),
    status: p.enum([...CONSENT_STATUSES]),
    source: p.text(),
    wording: optional.text(),
    actor: p.text(),
    changed_at: p.datetime(),
    environment: environment(),
  },
  indexes: [
    {
      name: "consent_changes_number",
      expression:
        "CREATE INDEX consent_changes_number ON public.consent_changes USING btree (organization_id, phone_number, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
