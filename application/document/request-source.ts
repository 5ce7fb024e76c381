import { sql } from "kysely";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { lockDocument } from "../../infra/postgres/document/document.repository.ts";
import { forgetFailure } from "../../infra/postgres/document/source.repository.ts";
import { lockUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { DocumentSettings } from "./request-version.ts";

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
  await forgetFailure(tx, document);
  return { kind: "requested", document };
};
