import { type Insertable, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { ArchiveFile } from "./archive-file.entity.ts";
import type { Removal } from "./removal.entity.ts";

/** Lists organizations with runs that are older than they keep them, and nothing that archives them yet. */
export const listOrganizationsToArchive = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  mostDays: number | null,
): Promise<{ organizationId: number; keepDays: number }[]> => {
  const { rows } = await sql<{ organization_id: number; keep_days: number }>`
    select * from platform_organizations_to_archive(${mostDays}::integer)`.execute(withoutOrganization);
  return rows.map(({ organization_id: organizationId, keep_days: keepDays }) => ({ organizationId, keepDays }));
};

/** Writes the archive of a day; undefined when the organization has one under way. */
export const insertArchive = (
  tx: OrganizationTransaction,
  row: Omit<Insertable<Tables["removals"]>, "selection" | "actor"> & { selection: object },
): Promise<Removal | undefined> =>
  tx
    .insertInto("removals")
    .values({ ...row, selection: sql`${JSON.stringify(row.selection)}::jsonb`, actor: "system" })
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Notes the files of a part, and which runs are in it: only those are removed. */
export const notePart = async (
  tx: OrganizationTransaction,
  removal: Pick<Removal, "id">,
  { files, runIds }: { files: readonly Insertable<Tables["archive_files"]>[]; runIds: readonly number[] },
): Promise<void> => {
  if (files.length > 0)
    await tx
      .insertInto("archive_files")
      .values([...files])
      .execute();
  await tx
    .updateTable("removals")
    .set({ part_run_ids: sql`${[...runIds]}::bigint[]` })
    .where("id", "=", removal.id)
    .execute();
};

export const countParts = async (tx: OrganizationTransaction, removalId: number): Promise<number> => {
  const { parts } = await tx
    .selectFrom("archive_files")
    .select(sql<number>`coalesce(max(part), 0)::int`.as("parts"))
    .where("removal_id", "=", removalId)
    .executeTakeFirstOrThrow();
  return parts;
};

/** Lists those of the runs that are still there. */
export const listRunsLeft = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from call_runs where id = any(${[...runIds]}::bigint[]) order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

export const listArchiveFiles = (tx: OrganizationTransaction, removalId: number): Promise<ArchiveFile[]> =>
  tx.selectFrom("archive_files").selectAll().where("removal_id", "=", removalId).orderBy("id").execute();

export const findArchiveFile = (
  tx: OrganizationTransaction,
  { archiveUuid, fileId }: { archiveUuid: string; fileId: number },
): Promise<(ArchiveFile & { archived_day: string | null }) | undefined> =>
  tx
    .selectFrom("archive_files")
    .innerJoin("removals", "removals.id", "archive_files.removal_id")
    .selectAll("archive_files")
    .select(sql<string | null>`removals.archived_day::text`.as("archived_day"))
    .where("removals.uuid", "=", archiveUuid)
    .where("archive_files.id", "=", fileId)
    .executeTakeFirst();

export interface ListedArchive extends Removal {
  day: string;
  files: number;
  size_bytes: number;
}

const archives = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("removals")
    .selectAll("removals")
    .select([
      sql<string>`removals.archived_day::text`.as("day"),
      sql<number>`(select count(*) from archive_files f where f.removal_id = removals.id)::bigint`.as("files"),
      sql<number>`(select coalesce(sum(f.size_bytes), 0) from archive_files f where f.removal_id = removals.id)::bigint`.as(
        "size_bytes",
      ),
    ])
    .where("archived_day", "is not", null);

/** Lists archives, the newest first. */
export const listArchives = (
  tx: OrganizationTransaction,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<ListedArchive[]> =>
  archives(tx)
    .$if(beforeId !== undefined, (rows) => rows.where("removals.id", "<", beforeId ?? 0))
    .orderBy("removals.created_at", "desc")
    .orderBy("removals.id", "desc")
    .limit(limit)
    .execute();

export const findArchive = (tx: OrganizationTransaction, uuid: string): Promise<ListedArchive | undefined> =>
  archives(tx).where("removals.uuid", "=", uuid).executeTakeFirst();

/** Counts the runs that were made before an instant, by whole days. */
export const countRunsBefore = async (tx: OrganizationTransaction, before: Date): Promise<number> => {
  const { rows } = await sql<{ runs: number }>`
    select coalesce(sum(runs), 0)::bigint as runs from (
      select runs from run_counts where scope = 'organization' and period = 'day' and starts_at < ${before}
        and scope_id = nullif(current_setting('app.organization_id', true), '')::bigint
      union all
      select runs from run_count_changes where starts_at < ${before}) counted`.execute(tx);
  return rows[0]?.runs ?? 0;
};
