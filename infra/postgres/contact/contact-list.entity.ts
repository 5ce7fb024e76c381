import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";

export type ContactList = Row<typeof ContactList>;
export const ContactList = defineEntity({
  name: "ContactList",
  tableName: "contact_lists",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("contact_lists_organization_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    description: p.text().strictNullable(),
    contact_count: p.bigint("number").defaultRaw("0"),
    created_at: p.datetime().defaultRaw("now()"),
    /** Made for one campaign from its file; not among the lists that people see. */
    is_hidden: p.boolean().default(false),
  },
  indexes: [
    {
      name: "contact_lists_organization",
      expression:
        "CREATE INDEX contact_lists_organization ON public.contact_lists USING btree (organization_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
