import { sql } from "kysely";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";
import { recordVersionEnd } from "./end-version.ts";
import { changeUsage, lockUsageRow } from "./usage.repository.ts";
import type { VersionOfDocument } from "./version.repository.ts";

/**
 * `new`: the content belongs to this document now. `known`: another document has it, and this one, which nobody could read yet,
 * points to it. `taken`: this document has readers and stays as it is; `by` is the one with the content.
 */
export type RecordedContent = { kind: "new" | "known" } | { kind: "taken"; by: Document };

/**
 * Stores the content hash of the newest version's file; of two documents with one content the second finds the first.
 */
export const recordContent = async (
  tx: OrganizationTransaction,
  { document: { document_uuid }, version }: VersionOfDocument,
  file: { type: DocumentType; hash: Buffer },
): Promise<RecordedContent> => {
  await lockUsageRow(tx);
  const document = await lockDocument(tx, document_uuid);
  const isNewest = document?.deleted_at === null && document.latest_version === version.version;
  // Files that the platform itself stored have no ETag: a hired agent's document stays its own, even when another has
  // the same content.
  const isCompared = isNewest && version.object_etag !== null;
  const same = isCompared ? await findOther(tx, document, file.hash) : undefined;
  if (document && same && document.current_version !== null) return { kind: "taken", by: same };
  if (document && same) {
    await leadTo(tx, { document, version }, same);
    return { kind: "known" };
  }
  await tx
    .updateTable("document_versions")
    .set({ document_type: file.type, file_hash: file.hash })
    .where("id", "=", version.id)
    .execute();
  if (isCompared) {
    await tx.updateTable("documents").set({ file_hash: file.hash }).where("id", "=", document.id).execute();
  }
  return { kind: "new" };
};

const findOther = (tx: OrganizationTransaction, own: Document, hash: Buffer): Promise<Document | undefined> =>
  tx
    .selectFrom("documents")
    .selectAll()
    .where("file_hash", "=", hash)
    .where("deleted_at", "is", null)
    .where("duplicate_of", "is", null)
    .where("id", "<>", own.id)
    .executeTakeFirst();

/** Makes this UUID point to the document with the content. Its scope stays, because it decides who may name it. */
const leadTo = async (
  tx: OrganizationTransaction,
  { document, version }: VersionOfDocument,
  same: Document,
): Promise<void> => {
  await tx.deleteFrom("document_versions").where("document_id", "=", document.id).execute();
  await tx
    .updateTable("documents")
    .set({
      duplicate_of: same.id,
      state: "uploading",
      state_detail: null,
      processing_error: null,
      latest_version: 0,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", document.id)
    .execute();
  await changeUsage(tx, document.organization_id, { bytes: -version.file_size_bytes, documents: -1 });
  await recordVersionEnd(
    tx,
    document,
    `The document ${document.filename} has the content of ${same.filename}, which answers for it`,
  );
};
