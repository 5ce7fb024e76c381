import { sql } from "kysely";
import type { RemovedCounts, RunsToRemove } from "../../../domain/removal/removal.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Removal } from "./removal.entity.ts";

export interface NewRemoval {
  organizationId: number;
  uuid: string;
  campaignId: number | null;
  selection: RunsToRemove;
  upToRunId: number;
  runs: number;
  actor: string;
}

/** Writes a removal; a repeated request finds the one that it has written. */
export const insertRemoval = async (
  tx: OrganizationTransaction,
  { organizationId, uuid, campaignId, selection, upToRunId, runs, actor }: NewRemoval,
): Promise<{ removal: Removal; isNew: boolean }> => {
  const created = await tx
    .insertInto("removals")
    .values({
      organization_id: organizationId,
      uuid,
      campaign_id: campaignId,
      selection: sql`${JSON.stringify(selection)}::jsonb`,
      up_to_run_id: upToRunId,
      runs,
      actor,
    })
    .onConflict((clash) => clash.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  return { removal: created ?? (await removalOf(tx, uuid).executeTakeFirstOrThrow()), isNew: created !== undefined };
};

const removalOf = (tx: OrganizationTransaction, uuid: string) =>
  tx.selectFrom("removals").selectAll().where("uuid", "=", uuid);

export const findRemoval = (tx: OrganizationTransaction, uuid: string): Promise<Removal | undefined> =>
  removalOf(tx, uuid).executeTakeFirst();

/** Lists removals, newest first. */
export const listRemovals = (
  tx: OrganizationTransaction,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<Removal[]> =>
  tx
    .selectFrom("removals")
    .selectAll()
    .$if(beforeId !== undefined, (rows) => rows.where("id", "<", beforeId ?? 0))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Adds to what was removed, in the transaction of the removal itself. */
export const addRemoved = async (tx: OrganizationTransaction, uuid: string, counts: RemovedCounts): Promise<void> => {
  const there = Object.entries(counts).filter(([, count]) => count > 0);
  if (there.length === 0) return;
  await sql`
    update removals set runs_removed = runs_removed + ${counts["call_runs"] ?? 0}::bigint,
      removed = removed || (
        select jsonb_object_agg(kind, coalesce((removed ->> kind)::bigint, 0) + added)
        from unnest(${there.map(([kind]) => kind)}::text[], ${there.map(([, count]) => count)}::bigint[]) as counts (kind, added))
    where uuid = ${uuid}`.execute(tx);
};

/** Notes how many runs are still in use. */
export const noteWaiting = async (tx: OrganizationTransaction, uuid: string, waiting: number): Promise<void> => {
  await tx.updateTable("removals").set({ runs_waiting: waiting }).where("uuid", "=", uuid).execute();
};

/** Ends a removal; returns undefined when it was ended before. */
export const endRemoval = (tx: OrganizationTransaction, uuid: string): Promise<Removal | undefined> =>
  tx
    .updateTable("removals")
    .set({ state: "done", selection: {}, finished_at: sql<Date>`now()` })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .returningAll()
    .executeTakeFirst();

export const listUnfinishedRemovals = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<{ organizationId: number; removalUuid: string }[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string }>`
    select * from platform_unfinished_removals(make_interval(secs => ${olderThanSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map(({ organization_id: organizationId, uuid: removalUuid }) => ({ organizationId, removalUuid }));
};

/** Removes the attempts that no limit looks back to; returns how many. */
export const forgetRemovedAttempts = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  atMost: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select platform_forget_removed_attempts(${atMost}) as count`.execute(withoutOrganization);
  return rows[0]?.count ?? 0;
};
