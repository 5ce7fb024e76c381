import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { ContactImport } from "./contact-import.entity.ts";

export type ContactImportError = Row<typeof ContactImportError>;
export const ContactImportError = defineEntity({
  name: "ContactImportError",
  tableName: "contact_import_errors",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("contact_import_errors_organization_id_fkey")
        .deleteRule("cascade"),
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
    value: p.text().strictNullable(),
    reason: p.text(),
  },
  policies: [tenantPolicy],
});
