import { defineEntity, p } from "@mikro-orm/core";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { VERSION_STATES } from "../../../domain/document/document-version.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import type { TextEncoding } from "../../../domain/file/text-encoding.ts";
import { User } from "../access/user.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Document } from "./document.entity.ts";

export type DocumentVersion = Row<typeof DocumentVersion>;
export const DocumentVersion = defineEntity({
  name: "DocumentVersion",
  tableName: "document_versions",
  properties: {
    id: id(),
    organization_id: () => organizationId("document_versions"),
    document_id: () =>
      p
        .manyToOne(Document)
        .mapToPk()
        .fieldName("document_id")
        .foreignKeyName("document_versions_document_id_fkey")
        .deleteRule("cascade"),
    version: p.integer(),
    object_key: p.text(),
    state: p.enum([...VERSION_STATES]).default("queued"),
    error: optional.text(),
    /** The encoding that the request names; null: it is found. */
    encoding: p.text().$type<TextEncoding>().strictNullable(),
    /** What is said about the file that was read. */
    warnings: p.json<FileWarning[]>().defaultRaw("'[]'"),
    document_type: p.text().$type<DocumentType>().strictNullable(),
    file_size_bytes: p.bigint("number"),
    file_hash: optional.bytes(),
    page_count: optional.integer(),
    part_count: p.integer().default(0),
    is_extracted: p.boolean().default(false),
    chunked_parts: p.integer().default(0),
    chunk_count: p.integer().default(0),
    embedding_model: optional.text(),
    created_at: createdAt(),
    completed_at: optional.time(),
    translated_parts: p.integer().default(0),
    object_etag: p.text().strictNullable(),
    uploaded_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("uploaded_by")
        .foreignKeyName("document_versions_uploaded_by_fkey")
        .deleteRule("set null")
        .strictNullable(),
    /** What the file says of itself. */
    title: optional.text(),
    language: optional.text(),
    table_count: p.integer().default(0),
    /** Of these tables no row names the columns. */
    unnamed_table_count: p.integer().default(0),
  },
  uniques: [{ name: "document_versions_document_id_version_key", properties: ["document_id", "version"] }],
  indexes: [{ name: "document_versions_organization", properties: ["organization_id", "id"] }],
  policies: [tenantPolicy],
});
