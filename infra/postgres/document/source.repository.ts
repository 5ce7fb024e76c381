import { sql } from "kysely";
import { COUNTING_VERSION_STATES } from "../../../domain/document/document-version.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";

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
  /** Of the newest version that was read, is being read, or could not be read; null: there is none. */
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
    // An address without readable text has none the next time. A version that failed after its text was read is tried again.
    .where((version) =>
      version.or([
        version("state", "in", COUNTING_VERSION_STATES),
        version.and([version("state", "=", "failed"), version("is_extracted", "=", false)]),
      ]),
    )
    .executeTakeFirst();
  return { document, url: document.source_url, hash: newest?.file_hash ?? null };
};

/** Somebody asks for the address to be read: what could not be read is tried once more, though it is the same. */
export const forgetFailure = async (tx: OrganizationTransaction, document: Document): Promise<void> => {
  await tx
    .updateTable("document_versions")
    .set({ file_hash: null })
    .where("document_id", "=", document.id)
    .where("version", "=", document.latest_version)
    .where("state", "=", "failed")
    .execute();
};

/** Returns the document while it has this address; undefined: it was deleted, or has another by now. */
export const lockAsRead = async (
  tx: OrganizationTransaction,
  { document, url }: Pick<DueSource, "document" | "url">,
): Promise<Document | undefined> => {
  const own = await lockDocument(tx, document.document_uuid);
  return own && !own.deleted_at && own.source_url === url ? own : undefined;
};

/** Plans when the address is read again: never where it has no interval. */
export const planNext = async (
  tx: OrganizationTransaction,
  { id, refresh_every_hours: hours }: Document,
): Promise<void> => {
  const next = hours === null ? null : sql<Date>`now() + make_interval(hours => ${hours})`;
  await tx.updateTable("documents").set({ refresh_at: next }).where("id", "=", id).execute();
};
