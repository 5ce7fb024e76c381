import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";
import { recordVersionEnd } from "./end-version.ts";
import { type DocumentSettings, requestVersion, type RequestedVersion } from "./request-version.ts";
import { lockUsage } from "./usage.repository.ts";

export interface SourceRequest {
  organizationId: number;
  documentUuid: string;
  url: string;
  refreshEveryHours: number | null;
  /** Of a new document. */
  filename: string;
  mimeType: string;
  createdBy: number | null;
  settings: DocumentSettings;
}

export type RequestedSource =
  | { kind: "requested"; document: Document }
  | { kind: "over_limit"; what: "bytes" | "documents" | "chunks" }
  | { kind: "deleted" };

/** Has the document's address read at once, creates the document where there is none; its first version counts once it is read. */
export const requestSource = async (tx: OrganizationTransaction, request: SourceRequest): Promise<RequestedSource> => {
  const usage = await lockUsage(tx, request.organizationId);
  const own = await lockDocument(tx, request.documentUuid);
  if (own?.deleted_at) return { kind: "deleted" };
  const isNew = !own || own.latest_version === 0;
  if (usage.used_bytes >= usage.limit_bytes) return { kind: "over_limit", what: "bytes" };
  if (isNew && usage.document_count >= usage.limit_documents) return { kind: "over_limit", what: "documents" };
  if (isNew && usage.chunk_count >= usage.limit_chunks) return { kind: "over_limit", what: "chunks" };
  const source = {
    ...request.settings,
    source_url: request.url,
    refresh_every_hours: request.refreshEveryHours,
    refresh_at: sql<Date>`now()`,
  };
  // Readers keep what they have; the state of a document that has nothing says that it is waited for.
  const waiting = { state: "queued", state_detail: null, processing_error: null } as const;
  const document = await tx
    .insertInto("documents")
    .values({
      organization_id: request.organizationId,
      document_uuid: request.documentUuid,
      filename: request.filename,
      mime_type: request.mimeType,
      created_by: request.createdBy,
      ...source,
      ...waiting,
    })
    .onConflict((clash) =>
      clash
        .columns(["organization_id", "document_uuid"])
        .doUpdateSet({ ...source, ...(isNew && waiting), updated_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kind: "requested", document };
};

/** A document that gets a file of another kind is no longer read from its address. */
export const forgetSource = async (tx: OrganizationTransaction, documentUuid: string): Promise<void> => {
  await tx
    .updateTable("documents")
    .set({ source_url: null, refresh_every_hours: null, refresh_at: null })
    .where("document_uuid", "=", documentUuid)
    .where("source_url", "is not", null)
    .execute();
};

export interface DueSource {
  document: Document;
  url: string;
  /** Of the newest version that was read or is being read; null: there is none. */
  hash: Buffer | null;
}

/** Finds the address of a document that is to be read now; undefined: none is. */
export const findDueSource = async (
  tx: OrganizationTransaction,
  documentUuid: string,
): Promise<DueSource | undefined> => {
  const document = await tx
    .selectFrom("documents")
    .selectAll()
    .where("document_uuid", "=", documentUuid)
    .where("refresh_at", "<=", sql<Date>`now()`)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!document || document.source_url === null) return undefined;
  const newest = await tx
    .selectFrom("document_versions")
    .select("file_hash")
    .where("document_id", "=", document.id)
    .where("version", "=", document.latest_version)
    .where("state", "in", ["queued", "indexing", "ready"])
    .executeTakeFirst();
  return { document, url: document.source_url, hash: newest?.file_hash ?? null };
};

export interface StoredSource {
  filename: string;
  mimeType: string;
  objectKey: string;
  bytes: number;
  etag: string | null;
}

/** Queues the next version of what an address sent. Undefined: the document was deleted, or has another address by now. */
export const queueSource = async (
  tx: OrganizationTransaction,
  { document, url }: DueSource,
  { filename, mimeType, ...file }: StoredSource,
): Promise<RequestedVersion | undefined> => {
  await lockUsage(tx, document.organization_id);
  const own = await lockAsRead(tx, { document, url });
  if (!own) return undefined;
  const { scope, folder_id, agent_id, file_folder_id, retrieval_mode } = own;
  const asked = await requestVersion(tx, {
    organizationId: own.organization_id,
    documentUuid: own.document_uuid,
    filename,
    mimeType,
    createdBy: own.created_by,
    settings: { scope, folder_id, agent_id, file_folder_id, retrieval_mode },
    file,
  });
  if (asked.kind === "queued") {
    await planNext(tx, own);
    const summary = `Version ${asked.document.latest_version} of the document ${filename} was read from its address`;
    await recordVersionEnd(tx, asked.document, summary);
  }
  return asked;
};

/** The address sent what is read already. */
export const endUnchanged = async (tx: OrganizationTransaction, due: DueSource): Promise<void> => {
  const own = await lockAsRead(tx, due);
  if (!own) return;
  await planNext(tx, own);
  if (own.state !== "ready") return;
  await tx.updateTable("documents").set({ state_detail: null }).where("id", "=", own.id).execute();
};

/** The address could not be read: readers keep the version that they have. The timeline tells each reason once. */
export const failSource = async (tx: OrganizationTransaction, due: DueSource, error: string): Promise<void> => {
  const own = await lockAsRead(tx, due);
  if (!own) return;
  await planNext(tx, own);
  const sentence = `The address could not be read: ${error}`;
  const isReadable = own.current_version !== null;
  const detail = isReadable ? `${sentence}; readers get version ${own.current_version}` : sentence;
  if (own.state_detail === detail) return;
  await tx
    .updateTable("documents")
    .set({
      state_detail: detail,
      ...(!isReadable && own.latest_version === 0 && { state: "failed", processing_error: sentence }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", own.id)
    .execute();
  await recordVersionEnd(tx, own, `${own.filename}: ${detail}`);
};

const lockAsRead = async (
  tx: OrganizationTransaction,
  { document, url }: Pick<DueSource, "document" | "url">,
): Promise<Document | undefined> => {
  const own = await lockDocument(tx, document.document_uuid);
  return own && !own.deleted_at && own.source_url === url ? own : undefined;
};

const planNext = async (tx: OrganizationTransaction, { id, refresh_every_hours: hours }: Document): Promise<void> => {
  const next = hours === null ? null : sql<Date>`now() + make_interval(hours => ${hours})`;
  await tx.updateTable("documents").set({ refresh_at: next }).where("id", "=", id).execute();
};
