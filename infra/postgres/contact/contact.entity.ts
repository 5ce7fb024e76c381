import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { ContactList } from "./contact-list.entity.ts";

export type Contact = Row<typeof Contact>;
export const Contact = defineEntity({
  name: "Contact",
  tableName: "contacts",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("contacts_organization_id_fkey")
        .deleteRule("cascade"),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("contacts_contact_list_id_fkey")
        .deleteRule("cascade"),
    phone_number: p.text(),
    name: p.text().strictNullable(),
    timezone: p.text().strictNullable(),
    attributes: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [{ name: "contacts_contact_list_id_phone_number_key", properties: ["contact_list_id", "phone_number"] }],
  indexes: [
    { name: "contacts_page", properties: ["contact_list_id", "id"] },
    {
      name: "contacts_number_of_organization",
      expression:
        "CREATE INDEX contacts_number_of_organization ON public.contacts USING btree (organization_id, phone_number, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
