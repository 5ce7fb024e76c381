import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { NationalList, NationalListFault } from "./national-list.entity.ts";

const FAULTS_KEPT = 100;
const REMOVED_AT_ONCE = 20_000;

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
 * Deletes some thousand numbers of lists that are no longer in force in one transaction; returns false when none are
 * left.
 */
export const deleteFormerNumbers = async (tx: OrganizationTransaction): Promise<boolean> => {
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
