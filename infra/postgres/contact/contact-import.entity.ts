import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { ContactList } from "./contact-list.entity.ts";
import { User } from "../access/user.entity.ts";

export type ContactImport = Row<typeof ContactImport>;
export const ContactImport = defineEntity({
  name: "ContactImport",
  tableName: "contact_imports",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("contact_imports_organization_id_fkey")
        .deleteRule("cascade"),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("contact_imports_contact_list_id_fkey")
        .deleteRule("cascade"),
    object_key: p.text(),
    mapping: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    default_country: p.text().strictNullable(),
    on_duplicate: p.enum(["skip", "update"]).default("update"),
    consent_status: p.text().$type<"granted" | "unknown" | "withdrawn">().strictNullable(),
    consent_source: p.text().strictNullable(),
    status: p.enum(["pending", "processing", "completed", "failed"]).default("pending"),
    total_rows: p.bigint("number").defaultRaw("0"),
    imported: p.bigint("number").defaultRaw("0"),
    updated: p.bigint("number").defaultRaw("0"),
    skipped: p.bigint("number").defaultRaw("0"),
    invalid: p.bigint("number").defaultRaw("0"),
    /** Rows of the file before this one are merged; a repeated activity goes on here. */
    position: p.bigint("number").defaultRaw("0"),
    errors_key: p.text().strictNullable(),
    error: p.text().strictNullable(),
    created_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("created_by")
        .foreignKeyName("contact_imports_created_by_fkey")
        .deleteRule("no action")
        .strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
    completed_at: p.datetime().strictNullable(),
    /** Of the request that asked for it: the same request makes one import. */
    request_uuid: p.uuid(),
  },
  uniques: [{ name: "contact_imports_request", properties: ["organization_id", "request_uuid"] }],
  indexes: [
    {
      name: "contact_imports_list",
      expression: "CREATE INDEX contact_imports_list ON public.contact_imports USING btree (contact_list_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
