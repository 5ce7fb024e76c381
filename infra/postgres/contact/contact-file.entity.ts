import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { createdAt, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ContactFile = Row<typeof ContactFile>;
/** A file of contacts or numbers, from the moment its upload is allowed until an hour later at the earliest. */
export const ContactFile = defineEntity({
  name: "ContactFile",
  tableName: "contact_files",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("contact_files_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    object_key: p.text().primary(),
    /** The size declared for the upload; the store accepts no other length. */
    size_bytes: p.bigint("number"),
    created_at: createdAt(),
    /** When the file was read and removed; until the signed URL expires it could be uploaded again. */
    removed_at: optional.time(),
  },
  indexes: [
    {
      name: "contact_files_created",
      expression: "CREATE INDEX contact_files_created ON public.contact_files USING btree (created_at)",
    },
  ],
  policies: [tenantPolicy],
});
