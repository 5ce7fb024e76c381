import { type Insertable, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { findDocument, lockDocument } from "./document.repository.ts";
import { changeUsage, lockUsage } from "./usage.repository.ts";
import type { Document } from "./document.entity.ts";
import type { Tables } from "../tables.ts";

export type DocumentSettings = Pick<
  Insertable<Tables["documents"]>,
  "scope" | "folder_id" | "agent_id" | "file_folder_id" | "retrieval_mode"
>;

export interface VersionRequest {
  organizationId: number;
  documentUuid: string;
  filename: string;
  mimeType: string;
  createdBy: number | null;
  settings: DocumentSettings;
  /** `etag`: of the stored file; null: it is missing. */
  file: { objectKey: string; bytes: number; etag: string | null };
}

export type RequestedVersion =
  | { kind: "queued"; document: Document }
  /** The same file is read already or in progress, or another document has its content. */
  | { kind: "known"; document: Document }
  | { kind: "over_limit"; what: "bytes" | "documents" | "chunks" }
  | { kind: "deleted" };

/** Queues the next version of a document, creates the document where there is none, and counts it. */
export const requestVersion = async (
  tx: OrganizationTransaction,
  request: VersionRequest,
): Promise<RequestedVersion> => {
  // Serializes an organization's requests: of two for one file the second finds the first.
  const usage = await lockUsage(tx, request.organizationId);
  const own = await lockDocument(tx, request.documentUuid);
  if (own?.deleted_at) return { kind: "deleted" };
  const known = own && (await findKnown(tx, request, own));
  if (known) return { kind: "known", document: known };
  if (usage.used_bytes + request.file.bytes > usage.limit_bytes) return { kind: "over_limit", what: "bytes" };
  const isNew = !own || own.latest_version === 0;
  if (isNew && usage.document_count >= usage.limit_documents) return { kind: "over_limit", what: "documents" };
  // A new version replaces passages, so the passage limit is checked when it is cut.
  if (isNew && usage.chunk_count >= usage.limit_chunks) return { kind: "over_limit", what: "chunks" };
  const document = await queueVersion(tx, request);
  await changeUsage(tx, request.organizationId, { bytes: request.file.bytes, documents: isNew ? 1 : 0 });
  return { kind: "queued", document };
};

/** Returns the document that already has the stored file's content; undefined: the file must be read. */
const findKnown = async (
  tx: OrganizationTransaction,
  request: VersionRequest,
  own: Document,
): Promise<Document | undefined> => {
  const { etag, objectKey } = request.file;
  // The file of a UUID that points to another document was deleted; a file that exists again has new content.
  if (own.duplicate_of !== null) return etag === null ? findDocument(tx, request.documentUuid) : undefined;
  if (etag === null || !isSameScope(own, request.settings)) return undefined;
  const version = await tx
    .selectFrom("document_versions")
    .select("id")
    .where("document_id", "=", own.id)
    .where("version", "=", own.latest_version)
    .where("object_key", "=", objectKey)
    .where("object_etag", "=", etag)
    .where("state", "in", ["queued", "indexing", "ready"])
    .executeTakeFirst();
  if (!version) return undefined;
  return tx
    .updateTable("documents")
    .set({ retrieval_mode: request.settings.retrieval_mode, file_folder_id: request.settings.file_folder_id })
    .where("id", "=", own.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Passages carry the scope, so another scope needs another version. */
const isSameScope = (row: Document, settings: DocumentSettings): boolean =>
  row.scope === settings.scope &&
  row.folder_id === (settings.folder_id ?? null) &&
  row.agent_id === (settings.agent_id ?? null);

const rowOf = ({ organizationId, documentUuid, filename, mimeType, createdBy, settings }: VersionRequest) => ({
  organization_id: organizationId,
  document_uuid: documentUuid,
  filename,
  mime_type: mimeType,
  created_by: createdBy,
  ...settings,
});

const queueVersion = async (tx: OrganizationTransaction, request: VersionRequest): Promise<Document> => {
  const queued = { state: "queued", state_detail: null, processing_error: null, file_hash: null } as const;
  const document = await tx
    .insertInto("documents")
    .values({ ...rowOf(request), ...queued, latest_version: 1 })
    .onConflict((clash) =>
      clash.columns(["organization_id", "document_uuid"]).doUpdateSet({
        ...queued,
        ...request.settings,
        duplicate_of: null,
        filename: request.filename,
        mime_type: request.mimeType,
        latest_version: sql<number>`documents.latest_version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("document_versions")
    .values({
      organization_id: request.organizationId,
      document_id: document.id,
      version: document.latest_version,
      object_key: request.file.objectKey,
      file_size_bytes: request.file.bytes,
      object_etag: request.file.etag,
      uploaded_by: request.createdBy,
    })
    .execute();
  return document;
};
