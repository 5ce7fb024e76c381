import { type SelectQueryBuilder, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { Run } from "./call-run.repository.ts";
import { conditionOf, type RunFilter } from "./run-filters.ts";

/** Whose runs a list shows; `all`: the organization's. */
export type RunScope = { agentId: number } | { campaignId: number } | { all: true };

export interface RunSelection {
  scope: RunScope;
  filters: readonly RunFilter[];
}

export interface RunListQuery extends RunSelection {
  /** From 1. */
  page: number;
  limit: number;
  sortBy: "created_at" | "duration";
  sortOrder: "asc" | "desc";
}

export interface ListedRun extends Run {
  agent_name: string;
}

/** One page of runs with the agent's name, and how many there are in all. */
export const listRuns = async (
  tx: OrganizationTransaction,
  query: RunListQuery,
): Promise<{ rows: ListedRun[]; totalCount: number }> => {
  const rows = await readRunPage(tx, query);
  const { totalCount } = await selectRuns(tx, query)
    .select(sql<number>`count(*)`.as("totalCount"))
    .executeTakeFirstOrThrow();
  return { rows, totalCount };
};

/** The page alone, for lists that are counted otherwise. Ids stand for the time of creation: they have the index. */
export const readRunPage = (tx: OrganizationTransaction, query: RunListQuery): Promise<ListedRun[]> => {
  const { page, limit, sortBy, sortOrder } = query;
  return selectRuns(tx, query)
    .innerJoin("agents", "agents.id", "call_runs.agent_id")
    .selectAll("call_runs")
    .select("agents.name as agent_name")
    .$if(sortBy === "duration", (runs) =>
      runs.orderBy("call_runs.duration_seconds", (order) =>
        sortOrder === "desc" ? order.desc().nullsLast() : order.asc().nullsFirst(),
      ),
    )
    .orderBy("call_runs.id", sortOrder)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
};

export interface RunTotals {
  totalCount: number;
  durationSeconds: number;
  /** One entry a currency, in alphabetical order; runs without a price are in none. */
  costs: { currency: string; cost_minor: number }[];
}

/** Count, talk time and cost of all runs of a selection, in one reading. */
export const sumRuns = async (tx: OrganizationTransaction, selection: RunSelection): Promise<RunTotals> => {
  const groups = await selectRuns(tx, selection)
    .select([
      "call_runs.currency",
      sql<number>`count(*)`.as("runs"),
      sql<number>`coalesce(sum(call_runs.duration_seconds), 0)`.as("seconds"),
      sql<number>`coalesce(sum(call_runs.cost_minor), 0)`.as("cost_minor"),
    ])
    .groupBy("call_runs.currency")
    .orderBy("call_runs.currency")
    .execute();
  return {
    totalCount: groups.reduce((sum, { runs }) => sum + runs, 0),
    durationSeconds: groups.reduce((sum, { seconds }) => sum + seconds, 0),
    costs: groups.flatMap(({ currency, cost_minor }) => (currency === null ? [] : [{ currency, cost_minor }])),
  };
};

type RunQuery = SelectQueryBuilder<Tables, "call_runs", object>;

const selectRuns = (tx: OrganizationTransaction, { scope, filters }: RunSelection): RunQuery =>
  filters.reduce((runs, filter) => runs.where(conditionOf(filter)), inScope(tx.selectFrom("call_runs"), scope));

const inScope = (runs: RunQuery, scope: RunScope): RunQuery => {
  if ("agentId" in scope) return runs.where("call_runs.agent_id", "=", scope.agentId);
  if ("campaignId" in scope) return runs.where("call_runs.campaign_id", "=", scope.campaignId);
  return runs;
};
