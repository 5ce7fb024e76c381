import { type RawBuilder, sql } from "kysely";
import { MODELS_RESERVED_DAYS } from "../../../domain/call/budget.rules.ts";
import { STATES_UNDER_WAY } from "../../../domain/campaign/campaign-states.rules.ts";
import { JUDGED_BY_CAMPAIGN_HOURS, type RunsToRemove } from "../../../domain/removal/removal.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

/** A run that may be removed once its workflow is over. */
export interface RunToRemove {
  id: number;
  uuid: string;
  organization_id: number;
  agent_id: number;
  mode: string;
  created_at: Date;
  ended_at: Date;
}

/**
 * A run in use stays: one that is not over, whose carrier has yet to report, about which somebody is asked, or by which a campaign that
 * goes on judges how its calls fare.
 */
const IS_DONE_WITH = sql<boolean>`
  r.ended_at is not null
  and not exists (select from awaited_reports a where a.run_id = r.id)
  and not exists (select from after_call_steps s where s.run_id = r.id and s.state = 'pending')
  and not exists (select from requests q where q.run_id = r.id and q.state = 'open')
  and (coalesce(r.reserved_model_minor, 0) = 0 or r.ended_at < now() - make_interval(days => ${MODELS_RESERVED_DAYS}))
  and (r.ended_at < now() - make_interval(hours => ${sql.lit(JUDGED_BY_CAMPAIGN_HOURS)}) or not exists (
    select from campaigns c where c.id = r.campaign_id and c.state in (${literals(STATES_UNDER_WAY)})))`;

export interface SelectedRuns {
  selection: RunsToRemove;
  upToRunId: number;
}

const isSelected = ({ selection, upToRunId }: SelectedRuns): RawBuilder<boolean> => {
  const { runIds, agentId, campaignId, from, to, outcomes, environment } = selection;
  const conditions: RawBuilder<unknown>[] = [sql`r.id <= ${upToRunId}`];
  if (runIds) conditions.push(sql`r.id = any(${[...runIds]}::bigint[])`);
  if (agentId !== undefined) conditions.push(sql`r.agent_id = ${agentId}`);
  if (campaignId !== undefined) conditions.push(sql`r.campaign_id = ${campaignId}`);
  if (from !== undefined) conditions.push(sql`r.created_at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`r.created_at < ${to}::timestamptz`);
  if (outcomes) conditions.push(sql`r.outcome = any(${[...outcomes]}::text[])`);
  if (environment !== undefined) conditions.push(sql`r.environment = ${environment}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

/** The place in the order in which a removal goes through its runs; the instant is the database's text, which is exact. */
export interface RunCursor {
  createdAt: string;
  id: number;
}

/** As the index of the selection is ordered; nothing is null. */
const orderOf = ({ agentId, campaignId, runIds }: RunsToRemove): RawBuilder<unknown> =>
  agentId === undefined && campaignId === undefined && runIds === undefined
    ? sql`r.created_at nulls first, r.id nulls first`
    : sql`r.created_at, r.id`;

export interface RunPage {
  runs: RunToRemove[];
  /** Behind the last of them. */
  next: RunCursor | null;
}

/** Lists the next runs that may be removed, oldest first. */
export const listRunsToRemove = async (
  tx: OrganizationTransaction,
  selected: SelectedRuns,
  { after, limit }: { after: RunCursor | null; limit: number },
): Promise<RunPage> => {
  const { rows } = await sql<RunToRemove & { exact: string }>`
    select r.id, r.uuid, r.organization_id, r.agent_id, r.mode, r.created_at, r.ended_at, r.created_at::text as exact
    from call_runs r
    where ${isSelected(selected)} and ${IS_DONE_WITH}
      and (r.created_at, r.id) > (${after?.createdAt ?? "-infinity"}::timestamptz, ${after?.id ?? 0}::bigint)
    order by ${orderOf(selected.selection)} limit ${limit}`.execute(tx);
  const last = rows.at(-1);
  return { runs: rows, next: last ? { createdAt: last.exact, id: last.id } : null };
};

/** Locks those of the runs that are there and may still be removed. */
export const lockRunsToRemove = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from call_runs r where r.id = any(${[...runIds]}::bigint[]) and ${IS_DONE_WITH} order by r.id for update skip locked`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

/** Counts the runs of a selection, and those of them that are in use. */
export const countSelectedRuns = async (
  tx: OrganizationTransaction,
  selected: SelectedRuns,
): Promise<{ runs: number; inUse: number }> => {
  const { rows } = await sql<{ runs: number; in_use: number }>`
    select count(*) as runs, count(*) filter (where not (${IS_DONE_WITH})) as in_use
    from call_runs r where ${isSelected(selected)}`.execute(tx);
  return { runs: rows[0]?.runs ?? 0, inUse: rows[0]?.in_use ?? 0 };
};

/** Returns the newest run; what comes later is not part of a removal that begins now. */
export const findNewestRunId = async (tx: OrganizationTransaction): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from call_runs`.execute(tx);
  return rows[0]?.id ?? 0;
};
