import { sql } from "kysely";
import type { DocumentPart } from "../../../domain/document/blocks.ts";
import { findExceededLimit, type StorageLimit } from "../../../domain/document/storage-limits.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";
import { changeUsage, lockUsage } from "./usage.repository.ts";
import { describeState, findVersionIn, type VersionOfDocument } from "./version.repository.ts";

export interface TranslationRequest {
  source: Document;
  documentUuid: string;
  filename: string;
  mimeType: string;
  objectKey: string;
  targetLanguage: string;
  createdBy: number | null;
}

export type RequestedTranslation =
  | { kind: "queued"; document: Document }
  /** A repetition of an earlier request. */
  | { kind: "known"; document: Document }
  | { kind: "not_readable" }
  | { kind: "over_limit"; what: StorageLimit };

/** The version of a translation, which is its only one until somebody uploads another. */
const FIRST = 1;

/**
 * Creates the document of a translation, with a copy of the source's present text: later changes of the source do not
 * matter.
 */
export const requestTranslation = async (
  tx: OrganizationTransaction,
  request: TranslationRequest,
): Promise<RequestedTranslation> => {
  const { source } = request;
  const usage = await lockUsage(tx, source.organization_id);
  const own = await lockDocument(tx, request.documentUuid);
  if (own) return { kind: "known", document: own };
  const text = await tx
    .selectFrom("document_versions")
    .select(["id", "part_count", "page_count", "table_count", "unnamed_table_count"])
    .where("document_id", "=", source.id)
    .where("version", "=", source.current_version ?? 0)
    .executeTakeFirst();
  if (!text) return { kind: "not_readable" };
  const exceeded = findExceededLimit(usage, { bytes: 1, isNewDocument: true });
  if (exceeded) return { kind: "over_limit", what: exceeded };
  const document = await insertDocument(tx, request);
  const version = await tx
    .insertInto("document_versions")
    .values({
      organization_id: source.organization_id,
      document_id: document.id,
      version: FIRST,
      object_key: request.objectKey,
      state: "translating",
      file_size_bytes: 0,
      uploaded_by: request.createdBy,
      part_count: text.part_count,
      page_count: text.page_count,
      table_count: text.table_count,
      unnamed_table_count: text.unnamed_table_count,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into document_parts (organization_id, version_id, ordinal, content)
    select organization_id, ${version.id}, ordinal, content from document_parts where version_id = ${text.id}
  `.execute(tx);
  await changeUsage(tx, source.organization_id, { documents: 1 });
  return { kind: "queued", document };
};

const insertDocument = (tx: OrganizationTransaction, { source, ...request }: TranslationRequest) =>
  tx
    .insertInto("documents")
    .values({
      organization_id: source.organization_id,
      document_uuid: request.documentUuid,
      filename: request.filename,
      mime_type: request.mimeType,
      state: "queued",
      state_detail: "waiting to be translated",
      scope: source.scope,
      folder_id: source.folder_id,
      agent_id: source.agent_id,
      file_folder_id: source.file_folder_id,
      retrieval_mode: source.retrieval_mode,
      latest_version: FIRST,
      translated_from: source.id,
      target_language: request.targetLanguage,
      created_by: request.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the document and its version while a translation is wanted and not done. */
export const findTranslation = async (
  tx: OrganizationTransaction,
  documentUuid: string,
): Promise<VersionOfDocument | undefined> => {
  const found = await findVersionIn(tx, { documentUuid, version: FIRST }, ["translating"]);
  return found?.document.latest_version === FIRST ? found : undefined;
};

/** Replaces the source's part by its translation, once. */
export const writeTranslatedPart = async (
  tx: OrganizationTransaction,
  { document, version }: VersionOfDocument,
  { ordinal, part }: { ordinal: number; part: DocumentPart },
): Promise<void> => {
  const counted = await tx
    .updateTable("document_versions")
    .set({ translated_parts: ordinal + 1 })
    .where("id", "=", version.id)
    .where("state", "=", "translating")
    .where("translated_parts", "=", ordinal)
    .returning("part_count")
    .executeTakeFirst();
  if (!counted) return;
  await tx
    .updateTable("document_parts")
    .set({ content: part })
    .where("version_id", "=", version.id)
    .where("ordinal", "=", ordinal)
    .execute();
  const detail = `translating, ${ordinal + 1} of ${counted.part_count} parts`;
  await describeState(tx, document.id, { state: "indexing", detail });
};

/** Queues the version to be read like any other, because its text is complete. `gone`: the document was deleted. */
export const endTranslation = async (
  tx: OrganizationTransaction,
  { organizationId, documentUuid }: { organizationId: number; documentUuid: string },
  file: { bytes: number; hash: Buffer },
): Promise<"ended" | "over_limit" | "gone"> => {
  const usage = await lockUsage(tx, organizationId);
  const own = await lockDocument(tx, documentUuid);
  if (!own || own.deleted_at) return "gone";
  const found = await findTranslation(tx, documentUuid);
  if (!found) return "ended";
  const { document, version } = found;
  if (findExceededLimit(usage, { bytes: file.bytes, isNewDocument: false })) return "over_limit";
  await tx
    .updateTable("document_versions")
    .set({
      state: "queued",
      is_extracted: true,
      document_type: "md",
      file_size_bytes: file.bytes,
      file_hash: file.hash,
    })
    .where("id", "=", version.id)
    .execute();
  await tx
    .updateTable("documents")
    .set({ state: "queued", state_detail: "waiting", updated_at: sql<Date>`now()` })
    .where("id", "=", document.id)
    .execute();
  await changeUsage(tx, document.organization_id, { bytes: file.bytes });
  return "ended";
};
