import { type Insertable, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { lockDocument } from "./document.repository.ts";
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
  file: { objectKey: string; bytes: number; hash: Buffer | null };
}

export type RequestedVersion =
  | { kind: "queued"; document: Document }
  /** The same content is there, or on its way. */
  | { kind: "known"; document: Document; abandonedKey: string | null }
  | { kind: "over_limit"; what: "bytes" | "documents" | "chunks" }
  | { kind: "deleted" };

/** Queues the next version of a document, makes the document where there is none, and counts it. */
export const requestVersion = async (
  tx: OrganizationTransaction,
  request: VersionRequest,
): Promise<RequestedVersion> => {
  // Serializes an organization's requests: of two for one content the second finds the first.
  const usage = await lockUsage(tx, request.organizationId);
  const own = await lockDocument(tx, request.documentUuid);
  if (own?.deleted_at) return { kind: "deleted" };
  const known = await knownContent(tx, request, own);
  if (known) return known;
  if (usage.used_bytes + request.file.bytes > usage.limit_bytes) return { kind: "over_limit", what: "bytes" };
  const isNew = !own || own.latest_version === 0;
  if (isNew && usage.document_count >= usage.limit_documents) return { kind: "over_limit", what: "documents" };
  // A new version takes the place of passages: whether it holds too many is seen when it is cut.
  if (isNew && usage.chunk_count >= usage.limit_chunks) return { kind: "over_limit", what: "chunks" };
  const document = await queueVersion(tx, request);
  await changeUsage(tx, request.organizationId, { bytes: request.file.bytes, documents: isNew ? 1 : 0 });
  return { kind: "queued", document };
};

const knownContent = async (
  tx: OrganizationTransaction,
  request: VersionRequest,
  own: Document | undefined,
): Promise<RequestedVersion | null> => {
  if (!request.file.hash) return null;
  const same = await tx
    .selectFrom("documents")
    .selectAll()
    .where("file_hash", "=", request.file.hash)
    .where("deleted_at", "is", null)
    .where("duplicate_of", "is", null)
    .executeTakeFirst();
  if (!same) return null;
  if (same.id !== own?.id) return nameAfter(tx, request, { same, own });
  if (!isSameScope(same, request.settings)) return null;
  const document = await tx
    .updateTable("documents")
    .set({ retrieval_mode: request.settings.retrieval_mode, file_folder_id: request.settings.file_folder_id })
    .where("id", "=", same.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kind: "known", document, abandonedKey: null };
};

/** Passages carry the scope: another one is another version. */
const isSameScope = (row: Document, settings: DocumentSettings): boolean =>
  row.scope === settings.scope &&
  row.folder_id === (settings.folder_id ?? null) &&
  row.agent_id === (settings.agent_id ?? null);

/** From now on this UUID leads to the document that has the content. A document with versions of its own stays what it is. */
const nameAfter = async (
  tx: OrganizationTransaction,
  request: VersionRequest,
  { same, own }: { same: Document; own: Document | undefined },
): Promise<RequestedVersion> => {
  if (!own || own.latest_version === 0) {
    const row = { ...rowOf(request), duplicate_of: same.id };
    await tx
      .insertInto("documents")
      .values(row)
      .onConflict((clash) => clash.columns(["organization_id", "document_uuid"]).doUpdateSet({ duplicate_of: same.id }))
      .execute();
  }
  return { kind: "known", document: same, abandonedKey: request.file.objectKey };
};

const rowOf = ({ organizationId, documentUuid, filename, mimeType, createdBy, settings }: VersionRequest) => ({
  organization_id: organizationId,
  document_uuid: documentUuid,
  filename,
  mime_type: mimeType,
  created_by: createdBy,
  ...settings,
});

const queueVersion = async (tx: OrganizationTransaction, request: VersionRequest): Promise<Document> => {
  const queued = { state: "queued", state_detail: null, processing_error: null, file_hash: request.file.hash } as const;
  const document = await tx
    .insertInto("documents")
    .values({ ...rowOf(request), ...queued, latest_version: 1 })
    .onConflict((clash) =>
      clash.columns(["organization_id", "document_uuid"]).doUpdateSet({
        ...queued,
        ...request.settings,
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
      file_hash: request.file.hash,
      uploaded_by: request.createdBy,
    })
    .execute();
  return document;
};
