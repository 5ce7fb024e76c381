import { sql } from "kysely";
import { isDocumentKey } from "../../domain/document/document-key.ts";
import { COUNTING_VERSION_STATES } from "../../domain/document/document-version.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { keepUnusedFiles } from "../../infra/postgres/document/unused-files.ts";
import { changeUsage, lockUsageRow } from "../../infra/postgres/document/usage.repository.ts";
import { recordVersionEnd } from "./end-version.ts";

const ROWS_AT_ONCE = 1000;

/** Returns the storage keys of a deleted document's versions and upload that no other document uses. */
export const listFilesOfDocument = async (tx: OrganizationTransaction, documentUuid: string): Promise<string[]> => {
  const document = await tx
    .selectFrom("documents")
    .select(["id", "organization_id", "upload_key"])
    .where("document_uuid", "=", documentUuid)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  if (!document) return [];
  const versions = await tx
    .selectFrom("document_versions")
    .select("object_key")
    .where("document_id", "=", document.id)
    .execute();
  const keys = [document.upload_key ?? "", ...versions.map(({ object_key }) => object_key)];
  return keepUnusedFiles(tx, {
    documentId: document.id,
    keys: keys.filter((key) => isDocumentKey(document.organization_id, key)),
  });
};

/** Deletes some of a deleted document's texts and passages; returns false when none are left. */
export const deleteTexts = async (tx: OrganizationTransaction, documentUuid: string): Promise<boolean> => {
  const passages = await sql`
    delete from document_passages where id in (
      select p.id from document_passages p join documents d on d.id = p.document_id
      where d.document_uuid = ${documentUuid} and d.deleted_at is not null limit ${ROWS_AT_ONCE})
  `.execute(tx);
  const parts = await sql`
    delete from document_parts where (version_id, ordinal) in (
      select s.version_id, s.ordinal from document_parts s join document_versions v on v.id = s.version_id
      join documents d on d.id = v.document_id
      where d.document_uuid = ${documentUuid} and d.deleted_at is not null limit ${ROWS_AT_ONCE})
  `.execute(tx);
  return (passages.numAffectedRows ?? 0n) + (parts.numAffectedRows ?? 0n) > 0n;
};

/** Deletes the rest of a deleted document and its share of the usage; once. */
export const deleteDocumentRows = async (tx: OrganizationTransaction, documentUuid: string): Promise<void> => {
  await lockUsageRow(tx);
  const document = await tx
    .selectFrom("documents")
    .selectAll()
    .where("document_uuid", "=", documentUuid)
    .where("deleted_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!document) return;
  const stored = await tx
    .selectFrom("document_versions")
    .select(["state", "chunk_count", "file_size_bytes"])
    .where("document_id", "=", document.id)
    .where("state", "in", COUNTING_VERSION_STATES)
    .execute();
  await tx.deleteFrom("documents").where("id", "=", document.id).execute();
  await changeUsage(tx, document.organization_id, {
    documents: document.latest_version > 0 ? -1 : 0,
    bytes: -sum(stored.map(({ file_size_bytes }) => file_size_bytes)),
    chunks: -sum(stored.map(({ state, chunk_count }) => (state === "ready" ? chunk_count : 0))),
  });
  await recordVersionEnd(tx, document, `The document ${document.filename} was removed with everything indexed from it`);
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
