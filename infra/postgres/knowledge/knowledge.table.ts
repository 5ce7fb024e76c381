import type { Generated, GeneratedAlways } from "kysely";
import type { DocumentPart } from "../../../domain/document/blocks.ts";
import type { DocumentState } from "../../../domain/document/document-state.ts";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import type { GeneratedJson, GeneratedTimestamp, JsonOf, Timestamp } from "../columns.ts";

export type DocumentScope = "library" | "org" | "channel" | "agent";
export type RetrievalMode = "chunked" | "full_document";

export interface DocumentsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  document_uuid: string;
  filename: string;
  mime_type: string;
  state: Generated<DocumentState>;
  /** Why it is in this state, for people. */
  state_detail: string | null;
  processing_error: string | null;
  scope: Generated<DocumentScope>;
  folder_id: number | null;
  agent_id: number | null;
  file_folder_id: number | null;
  retrieval_mode: Generated<RetrievalMode>;
  custom_metadata: GeneratedJson;
  latest_version: Generated<number>;
  /** What readers get; null: nothing yet. */
  current_version: number | null;
  file_hash: Buffer | null;
  duplicate_of: number | null;
  translated_from: number | null;
  target_language: string | null;
  /** What readers get has vectors of another model than the organization's. */
  needs_reingest: Generated<boolean>;
  /** Why new vectors could not be made; null again with the next change of the model. */
  reingest_error: string | null;
  deleted_at: Timestamp | null;
  deleted_by: string | null;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

export interface DocumentVersionsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  document_id: number;
  version: number;
  object_key: string;
  state: Generated<"translating" | "queued" | "indexing" | "ready" | "failed" | "superseded">;
  error: string | null;
  document_type: DocumentType | null;
  file_size_bytes: number;
  file_hash: Buffer | null;
  page_count: number | null;
  part_count: Generated<number>;
  is_extracted: Generated<boolean>;
  translated_parts: Generated<number>;
  chunked_parts: Generated<number>;
  chunk_count: Generated<number>;
  embedding_model: string | null;
  uploaded_by: number | null;
  created_at: GeneratedTimestamp;
  completed_at: Timestamp | null;
}

export interface DocumentPartsTable {
  organization_id: number;
  version_id: number;
  /** From 0. */
  ordinal: number;
  content: JsonOf<DocumentPart>;
}

export interface DocumentPassagesTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  document_id: number;
  version_id: number;
  /** From 0, through the document. */
  chunk_index: number;
  part: number;
  text: string;
  /** Title and heading path. */
  context: string;
  page: number | null;
  row_number: number | null;
  token_count: number;
  /** 32-bit floats, little-endian. */
  embedding: Buffer | null;
  embedding_model: string | null;
}

export interface KnowledgeUsageTable {
  organization_id: number;
  plan: Generated<string>;
  limit_bytes: Generated<number>;
  limit_documents: Generated<number>;
  limit_chunks: Generated<number>;
  used_bytes: Generated<number>;
  document_count: Generated<number>;
  chunk_count: Generated<number>;
}
