import { defineEntity, p } from "@mikro-orm/core";
import type { DocumentPart } from "../../../domain/document/blocks.ts";
import { organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { DocumentVersion } from "./document-version.entity.ts";

export type DocumentPartRow = Row<typeof DocumentPartRow>;
export const DocumentPartRow = defineEntity({
  name: "DocumentPartRow",
  tableName: "document_parts",
  properties: {
    organization_id: () => organizationId("document_parts"),
    version_id: () =>
      p
        .manyToOne(DocumentVersion)
        .mapToPk()
        .fieldName("version_id")
        .foreignKeyName("document_parts_version_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    /** From 0. */
    ordinal: p.integer().primary(),
    content: p.json<DocumentPart>(),
  },
  indexes: [{ name: "document_parts_organization", properties: ["organization_id", "version_id"] }],
  policies: [tenantPolicy],
});
