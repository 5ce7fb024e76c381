import { defineEntity, p } from "@mikro-orm/core";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Document } from "./document.entity.ts";
import { DocumentVersion } from "./document-version.entity.ts";

export type DocumentPassage = Row<typeof DocumentPassage>;
export const DocumentPassage = defineEntity({
  name: "DocumentPassage",
  tableName: "document_passages",
  properties: {
    id: id(),
    organization_id: () => organizationId("document_passages"),
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
    /** From 0, throughout the document. */
    chunk_index: p.integer(),
    part: p.integer(),
    text: p.text(),
    /** Title and heading path. */
    context: p.text(),
    page: optional.integer(),
    row_number: optional.integer(),
    token_count: p.integer(),
    /** 32-bit floats, little-endian; null until they are made, and where a built-in model makes them when they are needed. */
    embedding: optional.bytes(),
    embedding_model: optional.text(),
  },
  uniques: [{ name: "document_passages_version_id_chunk_index_key", properties: ["version_id", "chunk_index"] }],
  indexes: [
    { name: "document_passages_organization", properties: ["organization_id", "id"] },
    { name: "document_passages_document", properties: ["document_id"] },
  ],
  policies: [tenantPolicy],
});
