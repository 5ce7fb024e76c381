import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";

/**
 * The file that a request to process a document names. `upload`: it waits to be processed, whatever document it was uploaded for;
 * `own`: a version of the document was read from it; `keys` are tried in this order. `unknown`: neither.
 */
export type NamedFile =
  | { kind: "upload"; upload: Document; keys: string[] }
  | { kind: "own"; document: Document; keys: string[] }
  | { kind: "unknown" };

/** Finds the named file; without a key the document's own one, its upload first. Undefined: there is no such document. */
export const findNamedFile = async (
  tx: OrganizationTransaction,
  { documentUuid, objectKey }: { documentUuid: string; objectKey: string | undefined },
): Promise<NamedFile | undefined> => {
  const document = await tx
    .selectFrom("documents")
    .selectAll()
    .where("document_uuid", "=", documentUuid)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const upload = await findUpload(tx, objectKey ?? document?.upload_key ?? "");
  if (upload) return { kind: "upload", upload, keys: [upload.upload_key ?? ""] };
  if (!document) return objectKey === undefined ? undefined : { kind: "unknown" };
  const keys = await listKeys(tx, document);
  if (objectKey === undefined) return keys.length > 0 ? { kind: "own", document, keys } : { kind: "unknown" };
  return keys.includes(objectKey) ? { kind: "own", document, keys: [objectKey] } : { kind: "unknown" };
};

const findUpload = (tx: OrganizationTransaction, objectKey: string): Promise<Document | undefined> =>
  tx
    .selectFrom("documents")
    .selectAll()
    .where("upload_key", "=", objectKey)
    .where("state", "=", "uploading")
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Lists the files of a document's versions that may still be there, newest first. */
const listKeys = async (tx: OrganizationTransaction, document: Document): Promise<string[]> => {
  const rows = await tx
    .selectFrom("document_versions")
    .select("object_key")
    .where("document_id", "=", document.id)
    .where("object_key", "<>", "")
    .orderBy("version", "desc")
    .execute();
  return [...new Set(rows.map(({ object_key }) => object_key))];
};

/**
 * Gives the document the upload, whose row is its file's alone: the row becomes the document where there is none. A file
 * that waits under the document itself waits on under the other row. Call it with the usage locked.
 */
export const claimUpload = async (
  tx: OrganizationTransaction,
  { documentUuid, upload }: { documentUuid: string; upload: Document },
): Promise<void> => {
  if (upload.document_uuid === documentUuid) return;
  const own = await lockDocument(tx, documentUuid);
  if (own?.deleted_at) return;
  const row = tx.updateTable("documents").where("id", "=", upload.id);
  if (!own) {
    await row.set({ document_uuid: documentUuid, upload_for: null }).execute();
    return;
  }
  if (own.state === "uploading" && own.upload_key !== null) {
    const { upload_key, filename, mime_type, custom_metadata } = own;
    await row
      .set({ upload_key, filename, mime_type, custom_metadata, upload_for: documentUuid, updated_at: sql<Date>`now()` })
      .execute();
  } else {
    await tx.deleteFrom("documents").where("id", "=", upload.id).execute();
  }
  if (Object.keys(upload.custom_metadata).length === 0) return;
  await tx.updateTable("documents").set({ custom_metadata: upload.custom_metadata }).where("id", "=", own.id).execute();
};
