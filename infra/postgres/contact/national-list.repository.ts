import { type Insertable, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import { lockExclusively, nationalListsLockKey } from "../locks.ts";
import type { Tables } from "../tables.ts";
import type { NationalList, NationalListFault } from "./national-list.entity.ts";

const FAULTS_KEPT = 100;
const REMOVED_AT_ONCE = 20_000;

export type NewNationalList = Pick<
  Insertable<Tables["national_lists"]>,
  "organization_id" | "request_uuid" | "source" | "as_of" | "object_key" | "default_country" | "created_by"
>;

/** Inserts the list as `pending`; a repeated `request_uuid` returns the existing row. */
export const createNationalList = async (
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
export const listNationalLists = (
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

/** The contents of the file's rows from `position` on. */
export interface NumberBatch {
  position: number;
  rowCount: number;
  /** Digits of numbers in E.164, without the `+`. */
  digits: readonly number[];
  invalid: number;
  faults: readonly NationalListFault[];
}

/**
 * Adds one batch and moves the position, together or not at all; existing numbers are not added again. Returns false
 * when the list was removed meanwhile. Throws when another process has added this batch.
 *
 * A commit does not wait for the disk: rows that a dying server loses are lost with their position and read again. The
 * list comes into force by a later commit that waits for the disk.
 */
export const addNumberBatch = (database: Database, list: NationalList, batch: NumberBatch): Promise<boolean> =>
  database.inOrganization(list.organization_id, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    const row = await tx
      .selectFrom("national_lists")
      .select(["state", "position"])
      .where("id", "=", list.id)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state !== "loading") return false;
    if (row.position !== batch.position) throw new Error(`national list ${list.id} is loaded elsewhere`);
    const { rows } = await sql<{ added: number }>`
      with added as (
        insert into national_numbers (organization_id, national_list_id, digits)
        select ${list.organization_id}::bigint, ${list.id}::bigint, digits
        from unnest(${batch.digits}::bigint[]) as digits order by digits
        on conflict do nothing returning 1
      ) select count(*) as added from added`.execute(tx);
    await sql`
      update national_lists set position = position + ${batch.rowCount}, numbers = numbers + ${rows[0]?.added ?? 0},
        invalid = invalid + ${batch.invalid},
        faults = case when jsonb_array_length(faults) < ${FAULTS_KEPT}
          then jsonb_path_query_array(faults || ${JSON.stringify(batch.faults)}::jsonb, ${`$[0 to ${FAULTS_KEPT - 1}]`}::jsonpath)
          else faults end
      where id = ${list.id}`.execute(tx);
    return true;
  });

/**
 * Puts a loaded list in force in place of its source's former one: once this transaction has committed, no number on it
 * is handed to a carrier. It waits for calls that are being handed over. Null: the list was removed meanwhile.
 */
export const putInForce = async (
  tx: OrganizationTransaction,
  list: NationalList,
  at: Date,
): Promise<NationalList | null> => {
  await lockExclusively(tx, nationalListsLockKey(list.organization_id));
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
export const removeNationalList = (tx: OrganizationTransaction, id: number): Promise<NationalList | undefined> =>
  tx
    .updateTable("national_lists")
    .set({ state: "removed" })
    .where("id", "=", id)
    .where("state", "in", ["pending", "loading", "in_force"])
    .returningAll()
    .executeTakeFirst();

/**
 * Deletes some thousand numbers of lists that are no longer in force in one transaction; returns false when none are
 * left.
 */
export const dropFormerNumbers = async (tx: OrganizationTransaction): Promise<boolean> => {
  const { rows } = await sql<{ dropped: number }>`
    with former as (
      select number.ctid from national_lists list
      join national_numbers number on number.national_list_id = list.id
      where ${IS_TO_BE_EMPTIED} limit ${REMOVED_AT_ONCE}
    ), dropped as (
      delete from national_numbers using former where national_numbers.ctid = former.ctid returning 1
    ) select count(*) as dropped from dropped`.execute(tx);
  if ((rows[0]?.dropped ?? 0) > 0) return true;
  await sql`
    update national_lists list set emptied_at = now()
    where ${IS_TO_BE_EMPTIED}
      and not exists (select from national_numbers number where number.national_list_id = list.id)`.execute(tx);
  return false;
};

const IS_TO_BE_EMPTIED = sql`list.state in ('replaced', 'removed', 'failed') and list.emptied_at is null`;

/** Lists those in force whose date is before `asOf`, YYYY-MM-DD. */
export const listOutdated = (tx: OrganizationTransaction, asOf: string): Promise<NationalList[]> =>
  tx
    .selectFrom("national_lists")
    .selectAll()
    .where("state", "=", "in_force")
    .where("as_of", "<", asOf)
    .orderBy("as_of")
    .execute();
