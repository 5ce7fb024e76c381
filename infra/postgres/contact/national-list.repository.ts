import { type Insertable, sql } from "kysely";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import type { OrganizationTransaction } from "../database.ts";
import { buildNationalListsLockKey, lockExclusively } from "../locks.ts";
import type { Tables } from "../tables.ts";
import type { NationalList } from "./national-list.entity.ts";

export type NewNationalList = Pick<
  Insertable<Tables["national_lists"]>,
  "organization_id" | "request_uuid" | "source" | "as_of" | "object_key" | "default_country" | "encoding" | "created_by"
>;

/** Inserts the list as `pending`; a repeated `request_uuid` returns the existing row. */
export const insertNationalList = async (
  tx: OrganizationTransaction,
  values: NewNationalList,
): Promise<NationalList> => {
  const created = await tx
    .insertInto("national_lists")
    .values(values)
    .onConflict((clash) => clash.columns(["organization_id", "request_uuid"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return (
    created ??
    (await tx
      .selectFrom("national_lists")
      .selectAll()
      .where("request_uuid", "=", values.request_uuid)
      .executeTakeFirstOrThrow())
  );
};

export const findNationalList = (tx: OrganizationTransaction, id: number): Promise<NationalList | undefined> =>
  tx.selectFrom("national_lists").selectAll().where("id", "=", id).executeTakeFirst();

/** Lists national lists, newest first, before the list `before`. */
export const readNationalLists = (
  tx: OrganizationTransaction,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<NationalList[]> =>
  tx
    .selectFrom("national_lists")
    .selectAll()
    .$if(before !== undefined, (rows) => rows.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Finds the source's list in force, if its date is after `asOf`. */
export const findNewerInForce = (
  tx: OrganizationTransaction,
  { source, asOf }: { source: string; asOf: string },
): Promise<NationalList | undefined> =>
  tx
    .selectFrom("national_lists")
    .selectAll()
    .where("source", "=", source)
    .where("state", "=", "in_force")
    .where("as_of", ">", asOf)
    .executeTakeFirst();

/** Marks a pending list as being loaded and returns it. */
export const beginNationalList = async (tx: OrganizationTransaction, id: number): Promise<NationalList | undefined> => {
  await tx
    .updateTable("national_lists")
    .set({ state: "loading" })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
  return findNationalList(tx, id);
};

/** Keeps what is said about the file of a list, once it was read to its end. */
export const keepListWarnings = async (
  tx: OrganizationTransaction,
  id: number,
  warnings: readonly FileWarning[],
): Promise<void> => {
  await tx
    .updateTable("national_lists")
    .set({ warnings: sql<FileWarning[]>`${JSON.stringify(warnings)}::jsonb` })
    .where("id", "=", id)
    .execute();
};

/**
 * Puts a loaded list in force in place of its source's former one: once this transaction has committed, no number on it
 * is handed to a carrier. It waits for calls that are being handed over. Null: the list was removed meanwhile.
 */
export const putInForce = async (
  tx: OrganizationTransaction,
  list: NationalList,
  at: Date,
): Promise<NationalList | null> => {
  await lockExclusively(tx, buildNationalListsLockKey(list.organization_id));
  const now = await tx
    .selectFrom("national_lists")
    .select("state")
    .where("id", "=", list.id)
    .forUpdate()
    .executeTakeFirst();
  if (now?.state !== "loading") return null;
  await tx
    .updateTable("national_lists")
    .set({ state: "replaced" })
    .where("source", "=", list.source)
    .where("state", "=", "in_force")
    .execute();
  return tx
    .updateTable("national_lists")
    .set({ state: "in_force", completed_at: at })
    .where("id", "=", list.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Fails a list; returns false when it had ended before. */
export const failNationalList = async (
  tx: OrganizationTransaction,
  id: number,
  { error, at }: { error: string; at: Date },
): Promise<boolean> => {
  const failed = await tx
    .updateTable("national_lists")
    .set({ state: "failed", error, completed_at: at })
    .where("id", "=", id)
    .where("state", "in", ["pending", "loading"])
    .returning("id")
    .executeTakeFirst();
  return failed !== undefined;
};

/** Takes a list out of force, or stops its loading; undefined: there is no such list in those states. */
export const markNationalListRemoved = (tx: OrganizationTransaction, id: number): Promise<NationalList | undefined> =>
  tx
    .updateTable("national_lists")
    .set({ state: "removed" })
    .where("id", "=", id)
    .where("state", "in", ["pending", "loading", "in_force"])
    .returningAll()
    .executeTakeFirst();

/** Lists those in force whose date is before `asOf`, YYYY-MM-DD. */
export const listOutdated = (tx: OrganizationTransaction, asOf: string): Promise<NationalList[]> =>
  tx
    .selectFrom("national_lists")
    .selectAll()
    .where("state", "=", "in_force")
    .where("as_of", "<", asOf)
    .orderBy("as_of")
    .execute();
