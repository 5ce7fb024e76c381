import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { Document } from "./document.entity.ts";
import { DocumentVersion } from "./document-version.entity.ts";

export type DocumentPassage = Row<typeof DocumentPassage>;
export const DocumentPassage = defineEntity({
  name: "DocumentPassage",
  tableName: "document_passages",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("document_passages_organization_id_fkey")
        .deleteRule("cascade"),
    document_id: () =>
      p
        .manyToOne(Document)
        .mapToPk()
        .fieldName("document_id")
        .foreignKeyName("document_passages_document_id_fkey")
        .deleteRule("cascade"),
    version_id: () =>
      p
        .manyToOne(DocumentVersion)
        .mapToPk()
        .fieldName("version_id")
        .foreignKeyName("document_passages_version_id_fkey")
        .deleteRule("cascade"),
    /** From 0, through the document. */
    chunk_index: p.integer(),
    part: p.integer(),
    text: p.text(),
    /** Title and heading path. */
    context: p.text(),
    page: p.integer().strictNullable(),
    row_number: p.integer().strictNullable(),
    token_count: p.integer(),
    /** 32-bit floats, little-endian. */
    embedding: p.blob().$type<Buffer>().strictNullable(),
    embedding_model: p.text().strictNullable(),
  },
  uniques: [{ name: "document_passages_version_id_chunk_index_key", properties: ["version_id", "chunk_index"] }],
  indexes: [
    { name: "document_passages_organization", properties: ["organization_id", "id"] },
    { name: "document_passages_document", properties: ["document_id"] },
  ],
  policies: [tenantPolicy],
});
