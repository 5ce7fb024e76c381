import { defineEntity, p } from "@mikro-orm/core";
import { PRIORITIES } from "../../../domain/contact/priority.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ContactList } from "./contact-list.entity.ts";

export type Contact = Row<typeof Contact>;
export const Contact = defineEntity({
  name: "Contact",
  tableName: "contacts",
  properties: {
    id: id(),
    organization_id: () => organizationId("contacts"),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("contacts_contact_list_id_fkey")
        .deleteRule("cascade"),
    phone_number: p.text(),
    name: optional.text(),
    timezone: optional.text(),
    attributes: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_at: createdAt(),
    /** The import that wrote it last; null: none. The import may be gone. */
    import_id: optional.bigint(),
    /** A campaign calls those with a higher one first; null: the usual one. */
    priority: optional.integer(),
    /** As `formatNumberClass` writes it; null: a SIP address, or nobody has looked yet. */
    number_class: optional.text(),
  },
  uniques: [{ name: "contacts_contact_list_id_phone_number_key", properties: ["contact_list_id", "phone_number"] }],
  indexes: [
    { name: "contacts_by_age", properties: ["organization_id", "created_at", "id"] },
    { name: "contacts_page", properties: ["contact_list_id", "id"] },
    {
      name: "contacts_wrong_zone",
      expression:
        "CREATE INDEX contacts_wrong_zone ON public.contacts USING btree (contact_list_id, timezone) WHERE ((timezone IS NOT NULL) AND (timezone !~* '^(UTC|GMT|(?!Etc/GMT[+-]0*[1-9])(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.+)$'::text))",
    },
    {
      name: "contacts_number_of_organization",
      expression:
        "CREATE INDEX contacts_number_of_organization ON public.contacts USING btree (organization_id, phone_number, id DESC)",
    },
  ],
  checks: [
    {
      name: "contacts_priority_check",
      expression: `(priority >= ${PRIORITIES.least}) AND (priority <= ${PRIORITIES.most})`,
    },
  ],
  policies: [tenantPolicy],
});
