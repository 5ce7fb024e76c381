import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { recordVersionEnd } from "../../application/document/end-version.ts";
import { ADDRESS_REMOVED } from "../../domain/document/document-source.ts";
import { findDocumentType } from "../../domain/document/document-type.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { findDocument, lockDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { startProcessing } from "../start-processing.ts";
import { startReindexing } from "../start-reindexing.ts";
import { chooseReaders } from "./choose-readers.ts";
import { addressRefused, documentNotFound, noAddress, otherEnding, uploadWaits } from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { documentChanges, documentParams } from "./documents.schemas.ts";

type Input = OperationInput<{ params: typeof documentParams; body: typeof documentChanges }>;

/**
 * Changes a document's row; readers are judged by it at once. A new name is searched too, so that the passages are put
 * into the index again by a workflow, with the vectors that they have; after a crash maintenance starts it.
 */
export const updateDocument = async (context: OperationContext, { params, body }: Input) => {
  const { organizationId } = context.actor;
  const fault = body.source_url ? context.guardedRequests.urlFault(body.source_url) : null;
  if (fault !== null) throw addressRefused(fault);
  const { known, isRenamed, isDue } = await context.inOrganization(async (tx) => {
    const documentUuid = (await findDocument(tx, params.document_uuid))?.document_uuid;
    const document = documentUuid && (await lockDocument(tx, documentUuid));
    if (!document || document.deleted_at) throw documentNotFound();
    const renamed = checkName(document, body.filename) && document.current_version !== null;
    const readers = await chooseReaders(tx, body, document);
    const source = changeSource(document, body);
    const changed = await tx
      .updateTable("documents")
      .set({
        ...readers,
        ...source.columns,
        filename: body.filename ?? document.filename,
        file_folder_id: body.file_folder_id === undefined ? document.file_folder_id : body.file_folder_id,
        retrieval_mode: body.retrieval_mode ?? document.retrieval_mode,
        custom_metadata: body.custom_metadata ?? document.custom_metadata,
        is_active: body.is_active ?? document.is_active,
        ...(renamed && { needs_reingest: true, reingest_error: null }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", document.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const summary = describeChange(document, changed);
    if (summary) await recordVersionEnd(tx, changed, summary, formatActor(context.actor));
    const [found] = await readKnownDocuments(tx, [changed]);
    if (!found) throw documentNotFound();
    return { known: found, isRenamed: renamed, isDue: source.isDue };
  });
  if (isDue) await startProcessing(context.temporal, { organizationId, documentUuid: known.row.document_uuid });
  if (isRenamed) await startReindexing(context.temporal, organizationId);
  return presentDocument(known);
};

/** Returns the columns of the address; `isDue`: it is another one, which is read at once. */
const changeSource = (document: Document, { source_url, refresh_every_hours }: Input["body"]) => {
  const url = source_url === undefined ? document.source_url : source_url;
  if (url === null && refresh_every_hours) throw noAddress();
  if (url !== null && document.state === "uploading") throw uploadWaits();
  const kept = refresh_every_hours === undefined ? document.refresh_every_hours : refresh_every_hours;
  const hours = url === null ? null : kept;
  const isDue = url !== null && url !== document.source_url;
  const isPlanned = hours !== document.refresh_every_hours;
  const next = hours === null ? null : sql<Date>`now() + make_interval(hours => ${hours})`;
  const plan = isDue ? { refresh_at: sql<Date>`now()` } : { ...(isPlanned && { refresh_at: next }) };
  const left = { ...(url === null && { refresh_at: null }), ...stateOfUnread(document, url) };
  return { isDue, columns: { source_url: url, refresh_every_hours: hours, ...left, ...plan } };
};

/** Of a document that nothing was read of yet: it waits for another address, and without one for nothing more. */
const stateOfUnread = ({ latest_version, source_url }: Document, url: string | null) => {
  if (latest_version > 0 || url === source_url) return {};
  if (url !== null) return { state: "queued", state_detail: null, processing_error: null } as const;
  return { state: "failed", state_detail: ADDRESS_REMOVED, processing_error: ADDRESS_REMOVED } as const;
};

/** Tells whether the name is a new one. Refuses an ending that the stored file does not have. */
const checkName = (document: Document, filename: string | undefined): boolean => {
  if (filename === undefined || filename === document.filename) return false;
  if (findDocumentType(filename) === findDocumentType(document.filename)) return true;
  throw otherEnding(document.filename.slice(document.filename.lastIndexOf(".")));
};

const READERS = {
  library: "the agents whose nodes name it",
  org: "every agent",
  channel: "the agents of its channel",
  agent: "one agent",
} as const;

const CHANGEABLE = [
  "filename",
  "scope",
  "folder_id",
  "agent_id",
  "file_folder_id",
  "retrieval_mode",
  "custom_metadata",
  "is_active",
  "source_url",
  "refresh_every_hours",
] as const;

/** Returns what the timeline tells; null: nothing changed. */
const describeChange = (before: Document, after: Document): string | null => {
  if (CHANGEABLE.every((field) => isDeepStrictEqual(before[field], after[field]))) return null;
  const named = before.filename === after.filename ? "" : ` and is called ${after.filename}`;
  const readers = after.is_active ? READERS[after.scope] : "nobody, because it is switched off";
  return `The document ${before.filename} was changed: it is read by ${readers}${named}`;
};
