import { sql } from "kysely";
import { OPEN_IMPORT_STATUSES } from "../../../domain/contact/contact-import.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { lockExclusively } from "../locks.ts";
import type { SweptPage } from "../sweep.ts";

/** Returns the size of the organization's uploads, contact files and recordings; locked until the transaction ends. */
export const lockUploadedBytes = async (tx: OrganizationTransaction, organizationId: number): Promise<number> => {
  await lockExclusively(tx, `uploads:${organizationId}`);
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(size_bytes), 0) from contact_files where removed_at is null)
      + (select coalesce(sum(size_bytes), 0) from workflow_recordings)
    )::bigint as bytes`.execute(tx);
  return rows[0]?.bytes ?? 0;
};

/** Stores the row of a file once. */
export const addContactFile = async (
  tx: OrganizationTransaction,
  file: { organization_id: number; object_key: string; size_bytes: number },
): Promise<void> => {
  await tx
    .insertInto("contact_files")
    .values(file)
    .onConflict((clash) => clash.columns(["organization_id", "object_key"]).doNothing())
    .execute();
};

/** Records that a file was read and is about to be removed; returns false when an import or a national list still needs it. */
export const markFileRemoved = async (
  tx: OrganizationTransaction,
  file: { objectKey: string; at: Date },
): Promise<boolean> => {
  const needed = await tx
    .selectFrom("contact_imports")
    .select("id")
    .where("object_key", "=", file.objectKey)
    .where("status", "in", OPEN_IMPORT_STATUSES)
    .executeTakeFirst();
  const loading = await tx
    .selectFrom("national_lists")
    .select("id")
    .where("object_key", "=", file.objectKey)
    .where("state", "in", ["pending", "loading"])
    .executeTakeFirst();
  if (needed ?? loading) return false;
  await tx.updateTable("contact_files").set({ removed_at: file.at }).where("object_key", "=", file.objectKey).execute();
  return true;
};

/** Lists files of every organization that are this old and that no import waits for. */
export const listUnusedContactFiles = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
) => {
  const { rows } = await sql<{ organization_id: number; object_key: string }>`
    select * from platform_unused_contact_files(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, objectKey: row.object_key }));
};

export const deleteContactFile = async (tx: OrganizationTransaction, objectKey: string): Promise<boolean> => {
  const dropped = await tx
    .deleteFrom("contact_files")
    .where("object_key", "=", objectKey)
    .returning("object_key")
    .executeTakeFirst();
  return dropped !== undefined;
};

/** Lists imports of every organization whose file of bad rows is this old. */
export const listExpiredErrorFiles = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
) => {
  const { rows } = await sql<{ organization_id: number; import_id: number }>`
    select * from platform_expired_error_files(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, importId: row.import_id }));
};

/** Clears the file of bad rows and returns its key; undefined when there is none any more. */
export const clearErrorFile = async (tx: OrganizationTransaction, importId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom("contact_imports")
    .select("errors_key")
    .where("id", "=", importId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable("contact_imports").set({ errors_key: null }).where("id", "=", importId).execute();
  return row?.errors_key ?? undefined;
};

/** Leaves the files of bad rows of a list's imports to maintenance, before the list is deleted with the rows that name them. */
export const releaseErrorFiles = async (tx: OrganizationTransaction, contactListId: number): Promise<void> => {
  await tx
    .insertInto("contact_files")
    .columns(["organization_id", "object_key", "size_bytes"])
    .expression((files) =>
      files
        .selectFrom("contact_imports")
        .select(["organization_id", "errors_key as object_key", files.val(0).as("size_bytes")])
        .where("contact_list_id", "=", contactListId)
        .where("errors_key", "is not", null),
    )
    .onConflict((clash) => clash.columns(["organization_id", "object_key"]).doNothing())
    .execute();
};
