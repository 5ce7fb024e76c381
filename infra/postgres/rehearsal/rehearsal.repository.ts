import { sql } from "kysely";
import type { RehearsalCounts, RehearsalState } from "../../../domain/rehearsal/rehearsal.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Rehearsal } from "./rehearsal.entity.ts";

export interface RehearsalAddress {
  organizationId: number;
  rehearsalUuid: string;
}

export const findRehearsal = (
  tx: OrganizationTransaction,
  rehearsal: { agentId: number; rehearsalId: number },
): Promise<Rehearsal | undefined> =>
  tx
    .selectFrom("rehearsals")
    .selectAll()
    .where("id", "=", rehearsal.rehearsalId)
    .where("agent_id", "=", rehearsal.agentId)
    .executeTakeFirst();

export const findRehearsalByUuid = (tx: OrganizationTransaction, uuid: string): Promise<Rehearsal | undefined> =>
  tx.selectFrom("rehearsals").selectAll().where("uuid", "=", uuid).executeTakeFirst();

export const NOTHING_COUNTED: RehearsalCounts = { waiting: 0, playing: 0, green: 0, red: 0, failed: 0, canceled: 0 };

/** Counts the conversations of rehearsals by state. */
export const countRehearsals = async (
  tx: OrganizationTransaction,
  rehearsalIds: readonly number[],
): Promise<ReadonlyMap<number, RehearsalCounts>> => {
  if (rehearsalIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("rehearsal_conversations")
    .select(["rehearsal_id", "state", sql<number>`count(*)::integer`.as("count")])
    .where("rehearsal_id", "in", rehearsalIds)
    .groupBy(["rehearsal_id", "state"])
    .execute();
  const counts = new Map<number, RehearsalCounts>();
  for (const { rehearsal_id: id, state, count } of rows)
    counts.set(id, { ...(counts.get(id) ?? NOTHING_COUNTED), [state]: count });
  return counts;
};

export const countRehearsal = async (tx: OrganizationTransaction, rehearsalId: number): Promise<RehearsalCounts> =>
  (await countRehearsals(tx, [rehearsalId])).get(rehearsalId) ?? NOTHING_COUNTED;

/** Writes the state of a rehearsal; one that is over stays as it is. */
export const writeRehearsalState = async (
  tx: OrganizationTransaction,
  rehearsalId: number,
  state: RehearsalState,
): Promise<boolean> => {
  const isOver = state === "done" || state === "canceled";
  const written = await tx
    .updateTable("rehearsals")
    .set({ state, ...(isOver && { ended_at: sql<Date>`now()` }) })
    .where("id", "=", rehearsalId)
    .where("state", "in", ["running", "paused"])
    .returning("id")
    .executeTakeFirst();
  return written !== undefined;
};

/** Ends the conversations that were not played: the rehearsal is canceled. */
export const cancelUnplayed = async (tx: OrganizationTransaction, rehearsalId: number): Promise<void> => {
  await tx
    .updateTable("rehearsal_conversations")
    .set({ state: "canceled", ended_at: sql<Date>`now()` })
    .where("rehearsal_id", "=", rehearsalId)
    .where("state", "in", ["waiting", "playing"])
    .execute();
};

/** Lists the next conversations that have no result yet, in their order. */
export const listUnplayed = async (
  tx: OrganizationTransaction,
  rehearsalId: number,
  limit: number,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom("rehearsal_conversations")
    .select("id")
    .where("rehearsal_id", "=", rehearsalId)
    .where("state", "in", ["waiting", "playing"])
    .orderBy("place")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

export interface UnfinishedRehearsal extends RehearsalAddress {
  agentId: number;
  environment: string;
}

/** Lists the rehearsals of all organizations that are not over and older. */
export const listUnfinishedRehearsals = async (
  { withoutOrganization }: Database,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<UnfinishedRehearsal[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string; agent_id: number; environment: string }>`
    select * from platform_unfinished_rehearsals(make_interval(secs => ${olderThanSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    rehearsalUuid: row.uuid,
    agentId: row.agent_id,
    environment: row.environment,
  }));
};

/** Lists the rehearsals of an agent, newest first, from those before an id on. */
export const listRehearsalPage = (
  tx: OrganizationTransaction,
  agentId: number,
  { limit, beforeId }: { limit: number; beforeId: number | undefined },
): Promise<Rehearsal[]> =>
  tx
    .selectFrom("rehearsals")
    .selectAll()
    // Asked as a range, so that the order is the index's: by the key alone, all later rehearsals of other agents would be read.
    .where("agent_id", ">=", agentId)
    .where("agent_id", "<=", agentId)
    .$if(beforeId !== undefined, (rows) => rows.where("id", "<", beforeId ?? 0))
    .orderBy("agent_id")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Finds the rehearsal of the same agent that was done last before this one. */
export const findRehearsalBefore = (
  tx: OrganizationTransaction,
  { id, agent_id: agentId }: Pick<Rehearsal, "id" | "agent_id">,
): Promise<Rehearsal | undefined> =>
  tx
    .selectFrom("rehearsals")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("id", "<", id)
    .where("state", "=", "done")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
