import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ContactImport } from "./contact-import.entity.ts";

export type ContactImportError = Row<typeof ContactImportError>;
export const ContactImportError = defineEntity({
  name: "ContactImportError",
  tableName: "contact_import_errors",
  properties: {
    organization_id: () => organizationId("contact_import_errors"),
    import_id: () =>
      p
        .manyToOne(ContactImport)
        .mapToPk()
        .fieldName("import_id")
        .foreignKeyName("contact_import_errors_import_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    line: p.bigint("number").primary(),
    value: optional.text(),
    reason: p.text(),
  },
  policies: [tenantPolicy],
});
