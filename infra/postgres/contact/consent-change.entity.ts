import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";

export type ConsentChange = Row<typeof ConsentChange>;
export const ConsentChange = defineEntity({
  name: "ConsentChange",
  tableName: "consent_changes",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("consent_changes_organization_id_fkey")
        .deleteRule("cascade"),
    phone_number: p.text(),
    status: p.enum(["granted", "unknown", "withdrawn"]),
    source: p.text(),
    wording: p.text().strictNullable(),
    actor: p.text(),
    changed_at: p.datetime(),
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
