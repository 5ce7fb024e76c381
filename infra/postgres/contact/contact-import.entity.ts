import { defineEntity, p } from "@mikro-orm/core";
import { type ConsentStatus } from "../../../domain/contact/consent.rules.ts";
import { IMPORT_STATUSES, ON_DUPLICATE, ON_DUPLICATE_USUAL } from "../../../domain/contact/contact-import.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import type { TextEncoding } from "../../../domain/file/text-encoding.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ContactList } from "./contact-list.entity.ts";

export type ContactImport = Row<typeof ContactImport>;
export const ContactImport = defineEntity({
  name: "ContactImport",
  tableName: "contact_imports",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_imports"),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("contact_imports_contact_list_id_fkey")
        .deleteRule("cascade"),
    object_key: p.text(),
    mapping: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    default_country: optional.text(),
    /** The encoding that the request names; null: it is found. */
    encoding: p.text().$type<TextEncoding>().strictNullable(),
    on_duplicate: p.enum([...ON_DUPLICATE]).default(ON_DUPLICATE_USUAL),
    consent_status: p.text().$type<ConsentStatus>().strictNullable(),
    consent_source: optional.text(),
    status: p.enum([...IMPORT_STATUSES]).default("pending"),
    total_rows: p.bigint("number").defaultRaw("0"),
    imported: p.bigint("number").defaultRaw("0"),
    updated: p.bigint("number").defaultRaw("0"),
    skipped: p.bigint("number").defaultRaw("0"),
    invalid: p.bigint("number").defaultRaw("0"),
    /** The number of merged rows; a repeated activity continues here. */
    position: p.bigint("number").defaultRaw("0"),
    errors_key: optional.text(),
    error: optional.text(),
    warnings: p.json<FileWarning[]>().defaultRaw("'[]'"),
    created_by: () => createdBy("contact_imports"),
    created_at: createdAt(),
    completed_at: optional.time(),
    /** The uuid of the request; the same request makes one import. */
    request_uuid: p.uuid(),
  },
  uniques: [{ name: "contact_imports_request", properties: ["organization_id", "request_uuid"] }],
  indexes: [
    { name: "contact_imports_by_age", properties: ["organization_id", "completed_at", "id"] },
    {
      name: "contact_imports_open_file",
      expression:
        "CREATE INDEX contact_imports_open_file ON public.contact_imports USING btree (organization_id, object_key) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]))",
    },
    {
      name: "contact_imports_error_file",
      expression:
        "CREATE INDEX contact_imports_error_file ON public.contact_imports USING btree (completed_at) WHERE (errors_key IS NOT NULL)",
    },
    {
      name: "contact_imports_list",
      expression: "CREATE INDEX contact_imports_list ON public.contact_imports USING btree (contact_list_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
