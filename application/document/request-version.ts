import { type Insertable, sql } from "kysely";
import { COUNTING_VERSION_STATES, UNREAD_VERSION_STATES } from "../../domain/document/document-version.ts";
import { findExceededLimit, type StorageLimit } from "../../domain/document/storage-limits.ts";
import type { TextEncoding } from "../../domain/file/text-encoding.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { lockDocument } from "../../infra/postgres/document/document.repository.ts";
import { changeUsage, lockUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";

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
  /** `etag`: of the stored file; null: it is missing. `hash`: where the content is known already. `encoding`: absent, that by which the document's file was read last. */
  file: { objectKey: string; bytes: number; etag: string | null; encoding?: TextEncoding | null; hash?: Buffer };
  /** The file is to be read once more, although it is read already. */
  isAnew?: boolean;
}

export type RequestedVersion =
  | { kind: "queued"; document: Document }
  /** The same file is read already or in progress. */
  | { kind: "known"; document: Document }
  | { kind: "over_limit"; what: StorageLimit }
  | { kind: "deleted" };

/** Queues the next version of a document, creates the document where there is none, and counts it. */
export const requestVersion = async (tx: OrganizationTransaction, asked: VersionRequest): Promise<RequestedVersion> => {
  // Serializes an organization's requests: of two for one file the second finds the first.
  const usage = await lockUsage(tx, asked.organizationId);
  const own = await lockDocument(tx, asked.documentUuid);
  if (own?.deleted_at) return { kind: "deleted" };
  const encoding = asked.file.encoding ?? (own ? await findEncoding(tx, own, asked.file.objectKey) : null);
  const request = { ...asked, file: { ...asked.file, encoding } };
  const known = own && (await findKnown(tx, request, own));
  if (known) return { kind: "known", document: known };
  const isNew = !own || own.latest_version === 0;
  const exceeded = findExceededLimit(usage, { bytes: request.file.bytes, isNewDocument: isNew });
  if (exceeded) return { kind: "over_limit", what: exceeded };
  const document = await queueVersion(tx, request);
  await changeUsage(tx, request.organizationId, { bytes: request.file.bytes, documents: isNew ? 1 : 0 });
  return { kind: "queued", document };
};

/** Returns the encoding by which the document's newest version of this file was to be read; null: none was named. */
const findEncoding = async (
  tx: OrganizationTransaction,
  own: Document,
  objectKey: string,
): Promise<TextEncoding | null> => {
  const version = await tx
    .selectFrom("document_versions")
    .select("encoding")
    .where("document_id", "=", own.id)
    .where("object_key", "=", objectKey)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return version?.encoding ?? null;
};

/** Returns the document, with the new settings, when its newest version is of this file; undefined: the file must be read. */
const findKnown = async (
  tx: OrganizationTransaction,
  { file, settings, isAnew = false }: VersionRequest,
  own: Document,
): Promise<Document | undefined> => {
  const { etag, objectKey, encoding = null } = file;
  if (etag === null && !isAnew) return undefined;
  const version = await tx
    .selectFrom("document_versions")
    .select("id")
    .where("document_id", "=", own.id)
    .where("version", "=", own.latest_version)
    .where("object_key", "=", objectKey)
    .where((row) => (isAnew ? row.lit(true) : row("object_etag", "=", etag)))
    // Read by another encoding, the same file has another text.
    .where("encoding", "is not distinct from", encoding)
    .where("state", "in", isAnew ? UNREAD_VERSION_STATES : COUNTING_VERSION_STATES)
    .executeTakeFirst();
  if (!version) return undefined;
  return tx
    .updateTable("documents")
    .set({ ...settings, updated_at: sql<Date>`now()` })
    .where("id", "=", own.id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
  const queued = {
    state: "queued",
    state_detail: null,
    processing_error: null,
    upload_key: null,
    upload_for: null,
  } as const;
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
      object_etag: request.file.etag,
      file_hash: request.file.hash ?? null,
      encoding: request.file.encoding ?? null,
      uploaded_by: request.createdBy,
    })
    .execute();
  return document;
};
