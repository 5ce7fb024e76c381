import { sql } from "kysely";
import type { DocumentScope } from "../../../domain/document/document-scope.rules.ts";
import type { DocumentState } from "../../../domain/document/processing-status-by-state.ts";
import { buildContainsPattern } from "../containing.ts";
import type { OrganizationTransaction } from "../database.ts";
import { countToLastPage } from "../last-page.ts";
import { deleteUnusedModels } from "../model/former-models.repository.ts";
import type { Document } from "./document.entity.ts";
import type { DocumentVersion } from "./document-version.entity.ts";

/** A document with its versions, oldest first. */
export interface KnownDocument {
  row: Document;
  versions: DocumentVersion[];
  translatedFrom: string | null;
}

export interface DocumentFilter {
  states?: readonly DocumentState[] | undefined;
  scope?: DocumentScope | undefined;
  channelId?: number | undefined;
  agentId?: number | undefined;
  fileFolderId?: number | undefined;
  /** Text within the name. */
  q?: string | undefined;
}

/** Finds the document with this UUID; undefined: none, or deleted. */
export const findDocument = (tx: OrganizationTransaction, documentUuid: string): Promise<Document | undefined> =>
  tx
    .selectFrom("documents")
    .selectAll()
    .where("document_uuid", "=", documentUuid)
    .where("upload_for", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Locks the document of this UUID alone, deleted or not, until the transaction ends. */
export const lockDocument = (tx: OrganizationTransaction, documentUuid: string): Promise<Document | undefined> =>
  tx.selectFrom("documents").selectAll().where("document_uuid", "=", documentUuid).forUpdate().executeTakeFirst();

export const listDocuments = async (
  tx: OrganizationTransaction,
  filter: DocumentFilter,
  page: { limit: number; offset: number },
): Promise<{ documents: KnownDocument[]; total: number }> => {
  const matching = documentsMatching(tx, filter);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute();
  const total = countToLastPage(rows.length, page) ?? (await countDocuments(matching));
  return { documents: await readKnownDocuments(tx, rows), total };
};

const countDocuments = async (matching: ReturnType<typeof documentsMatching>): Promise<number> =>
  (await matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;

/** Adds versions and sources to document rows, in the same order. */
export const readKnownDocuments = async (
  tx: OrganizationTransaction,
  rows: readonly Document[],
): Promise<KnownDocument[]> => {
  if (rows.length === 0) return [];
  const versions = await tx
    .selectFrom("document_versions")
    .selectAll()
    .where(
      "document_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("version")
    .execute();
  const sources = await sourceUuids(tx, rows);
  return rows.map((row) => ({
    row,
    versions: versions.filter(({ document_id }) => document_id === row.id),
    translatedFrom: sources.get(row.translated_from ?? 0) ?? null,
  }));
};

const sourceUuids = async (tx: OrganizationTransaction, rows: readonly Document[]): Promise<Map<number, string>> => {
  const ids = rows.flatMap(({ translated_from }) => translated_from ?? []);
  if (ids.length === 0) return new Map();
  const sources = await tx.selectFrom("documents").select(["id", "document_uuid"]).where("id", "in", ids).execute();
  return new Map(sources.map(({ id, document_uuid }) => [id, document_uuid]));
};

const documentsMatching = (tx: OrganizationTransaction, filter: DocumentFilter) => {
  let matching = tx.selectFrom("documents").where("upload_for", "is", null).where("deleted_at", "is", null);
  if (filter.states) matching = matching.where("state", "in", filter.states);
  if (filter.scope) matching = matching.where("scope", "=", filter.scope);
  if (filter.channelId) matching = matching.where("folder_id", "=", filter.channelId);
  if (filter.agentId) matching = matching.where("agent_id", "=", filter.agentId);
  if (filter.fileFolderId) matching = matching.where("file_folder_id", "=", filter.fileFolderId);
  if (filter.q) matching = matching.where("filename", "ilike", buildContainsPattern(filter.q));
  return matching;
};

/** Hides a document from readers at once; its workflow removes the rest. Undefined: there is none. */
export const markDeleted = async (
  tx: OrganizationTransaction,
  { documentUuid, actor, at }: { documentUuid: string; actor: string; at: Date },
): Promise<Document | undefined> => {
  const deleted = await tx
    .updateTable("documents")
    .set({ deleted_at: at, deleted_by: actor, updated_at: sql<Date>`now()` })
    .where("document_uuid", "=", documentUuid)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  await deleteUnusedModels(tx);
  return deleted;
};
