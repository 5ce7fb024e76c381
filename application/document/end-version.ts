import { sql } from "kysely";
import { UNREAD_VERSION_STATES } from "../../domain/document/document-version.ts";
import { stateOfFailed, stateOfReadable } from "../../domain/document/processing-status-by-state.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { lockDocument } from "../../infra/postgres/document/document.repository.ts";
import { OUTDATED } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { keepUnusedFiles } from "../../infra/postgres/document/unused-files.ts";
import { changeUsage, lockUsageRow } from "../../infra/postgres/document/usage.repository.ts";
import type { VersionOfDocument } from "../../infra/postgres/document/version.repository.ts";
import { deleteUnusedModels } from "../../infra/postgres/model/former-models.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";

/** Makes this version the one that readers get. */
export const setCurrentVersion = async (
  tx: OrganizationTransaction,
  { document, version }: VersionOfDocument,
  { model, isOutdated, at }: { model: string; isOutdated: boolean; at: Date },
): Promise<void> => {
  await lockUsageRow(tx);
  const ended = await tx
    .updateTable("document_versions")
    .set({ state: "ready", completed_at: at, embedding_model: model })
    .where("id", "=", version.id)
    .where("state", "=", "indexing")
    .returning("chunk_count")
    .executeTakeFirst();
  if (!ended) return;
  await tx
    .updateTable("documents")
    .set({
      current_version: version.version,
      state: stateOfReadable({ isOutdated }),
      state_detail: isOutdated ? OUTDATED : null,
      processing_error: null,
      needs_reingest: isOutdated,
      reingest_error: null,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", document.id)
    .execute();
  const replaced = await tx
    .updateTable("document_versions")
    .set({ state: "superseded" })
    .where("document_id", "=", document.id)
    .where("version", "<", version.version)
    .where("state", "=", "ready")
    .returning(["chunk_count", "file_size_bytes"])
    .execute();
  await changeUsage(tx, document.organization_id, {
    chunks: replaced.reduce((rest, { chunk_count }) => rest - chunk_count, ended.chunk_count),
    bytes: replaced.reduce((rest, { file_size_bytes }) => rest - file_size_bytes, 0),
  });
  await deleteUnusedModels(tx);
  await recordVersionEnd(tx, document, `The document ${document.filename} is ready (version ${version.version})`);
};

/** Deletes the versions that nobody reads any more; returns the keys of their files. */
export const deleteOldVersions = async (
  tx: OrganizationTransaction,
  { document, version }: VersionOfDocument,
): Promise<string[]> => {
  const versions = await tx
    .selectFrom("document_versions")
    .select(["id", "version", "object_key"])
    .where("document_id", "=", document.id)
    .execute();
  const old = versions.filter((each) => each.version < version.version);
  for (const { id } of old) {
    await tx.deleteFrom("document_parts").where("version_id", "=", id).execute();
    await tx.deleteFrom("document_passages").where("version_id", "=", id).execute();
  }
  const kept = versions.filter((each) => each.version >= version.version);
  const keptKeys = new Set(kept.map(({ object_key }) => object_key));
  const keys = old.map(({ object_key }) => object_key).filter((key) => !keptKeys.has(key));
  return keepUnusedFiles(tx, { documentId: document.id, keys });
};

/** Fails a version with the reason. The version that readers have is not changed. */
export const failVersion = async (
  tx: OrganizationTransaction,
  { documentUuid, version, error, at }: { documentUuid: string; version: number; error: string; at: Date },
): Promise<void> => {
  await lockUsageRow(tx);
  const document = await lockDocument(tx, documentUuid);
  if (!document || document.deleted_at) return;
  const failed = await tx
    .updateTable("document_versions")
    .set({ state: "failed", error, completed_at: at })
    .where("document_id", "=", document.id)
    .where("version", "=", version)
    .where("state", "in", UNREAD_VERSION_STATES)
    .returning(["id", "file_size_bytes"])
    .executeTakeFirst();
  if (!failed) return;
  await changeUsage(tx, document.organization_id, { bytes: -failed.file_size_bytes });
  await tx.deleteFrom("document_parts").where("version_id", "=", failed.id).execute();
  await tx.deleteFrom("document_passages").where("version_id", "=", failed.id).execute();
  if (document.latest_version !== version) return;
  const isReadable = document.current_version !== null;
  await tx
    .updateTable("documents")
    .set({
      state: stateOfFailed({ isReadable }),
      state_detail: isReadable ? `version ${version} failed; readers get version ${document.current_version}` : error,
      processing_error: error,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", document.id)
    .execute();
  await recordVersionEnd(tx, document, `The document ${document.filename} could not be read: ${error}`);
};

export const recordVersionEnd = async (
  tx: OrganizationTransaction,
  document: Document,
  summary: string,
  actor = "system",
): Promise<void> => {
  await recordTimeline(tx, {
    organizationId: document.organization_id,
    kind: "document",
    actor,
    summary,
    payload: { document_uuid: document.document_uuid, version: document.latest_version },
    agentId: document.agent_id,
    ...(document.folder_id !== null && { channelId: document.folder_id }),
  });
};
