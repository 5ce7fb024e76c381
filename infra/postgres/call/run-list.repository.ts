import { type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { countRowsBefore } from "../../../domain/access/list-pages.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { CallRun } from "./call-run.entity.ts";
import { splitSelection } from "./kept-totals.ts";
import { toCondition } from "./run-conditions.ts";
import { type RunSums, readKeptSums } from "./run-counts.repository.ts";
import { narrowScope, type RunScope, type RunSelection } from "./run-selection.ts";

export interface RunListQuery extends RunSelection {
  /** From 1. */
  page: number;
  limit: number;
  sortBy: "created_at" | "duration";
  sortOrder: "asc" | "desc";
}

export interface ListedRun extends CallRun {
  agent_name: string;
}

/** Returns one page of runs with the agent's name, and the total number. */
export const listRuns = async (
  tx: OrganizationTransaction,
  query: RunListQuery,
): Promise<{ rows: ListedRun[]; totalCount: number }> => {
  const { totalCount } = await sumRuns(tx, query);
  return { rows: await readRunPage(tx, query, totalCount), totalCount };
};

/** Returns the page only; a page behind the last of `totalCount` runs is not read. */
export const readRunPage = async (
  tx: OrganizationTransaction,
  query: RunListQuery,
  totalCount: number,
): Promise<ListedRun[]> => {
  const offset = countRowsBefore(query);
  if (offset >= totalCount) return [];
  if (query.sortBy === "duration") return readByDuration(tx, query, offset);
  return listed(selectRuns(tx, query))
    .orderBy("call_runs.created_at", inOrder(query))
    .orderBy("call_runs.id", inOrder(query))
    .limit(query.limit)
    .offset(offset)
    .execute();
};

/**
 * Reads a page in the order of durations. Runs without one come last where the longest come first; no index of durations has them,
 * so they are read separately.
 */
const readByDuration = async (tx: OrganizationTransaction, query: RunListQuery, from: number): Promise<ListedRun[]> => {
  const { limit, sortOrder } = query;
  const order = inOrder(query);
  const timed = selectRuns(tx, query).where("call_runs.duration_seconds", "is not", null);
  const untimed = selectRuns(tx, query).where("call_runs.duration_seconds", "is", null);
  const pieces = [
    {
      runs: timed,
      ordered: listed(timed).orderBy("call_runs.duration_seconds", order).orderBy("call_runs.id", order),
    },
    {
      runs: untimed,
      ordered: listed(untimed).orderBy("call_runs.created_at", order).orderBy("call_runs.id", order),
    },
  ];
  const rows: ListedRun[] = [];
  let offset = from;
  for (const { runs, ordered } of sortOrder === "desc" ? pieces : pieces.reverse()) {
    rows.push(
      ...(await ordered
        .limit(limit - rows.length)
        .offset(offset)
        .execute()),
    );
    if (rows.length === limit) break;
    // The rest of the page begins at the start of the next piece, or at an offset into it.
    offset = rows.length > 0 ? 0 : offset - (await countOf(runs));
  }
  return rows;
};

const countOf = async (runs: RunQuery): Promise<number> => {
  const { count } = await runs.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return count;
};

const listed = (runs: RunQuery) =>
  runs
    .innerJoin("agents", "agents.id", "call_runs.agent_id")
    .selectAll("call_runs")
    .select("agents.name as agent_name");

export interface RunTotals {
  totalCount: number;
  durationSeconds: number;
  /** The costs have one entry for each currency, in alphabetical order; runs without a price are left out. */
  costs: { currency: string; cost_minor: number }[];
}

/** Sums number, talk time and cost of all runs of a selection, from the stored counts as far as possible. */
export const sumRuns = async (tx: OrganizationTransaction, selection: RunSelection): Promise<RunTotals> => {
  const { kept, counted } = splitSelection(selection);
  const groups = kept === null ? [] : await readKeptSums(tx, kept);
  for (const part of counted) groups.push(...(await countSums(tx, part)));
  const currencies = [...new Set(groups.flatMap(({ currency }) => currency ?? []))].sort();
  const sum = (rows: RunSums[], amount: "runs" | "seconds" | "cost_minor") =>
    rows.reduce((total, row) => total + row[amount], 0);
  return {
    totalCount: sum(groups, "runs"),
    durationSeconds: sum(groups, "seconds"),
    costs: currencies.map((currency) => ({
      currency,
      cost_minor: sum(
        groups.filter((group) => group.currency === currency),
        "cost_minor",
      ),
    })),
  };
};

const countSums = (
  tx: OrganizationTransaction,
  part: RunSelection & { within: RawBuilder<boolean> },
): Promise<RunSums[]> =>
  selectRuns(tx, part)
    .where(part.within)
    .select([
      "call_runs.currency",
      sql<number>`count(*)`.as("runs"),
      sql<number>`coalesce(sum(call_runs.duration_seconds), 0)`.as("seconds"),
      sql<number>`coalesce(sum(call_runs.cost_minor), 0)`.as("cost_minor"),
    ])
    .groupBy("call_runs.currency")
    .execute();

type RunQuery = SelectQueryBuilder<Tables, "call_runs", object>;

/** Selects the runs of a selection; callers add columns of `call_runs`. */
export const selectRuns = (tx: OrganizationTransaction, { scope, filters }: RunSelection): RunQuery =>
  filters.reduce((runs, filter) => runs.where(toCondition(filter)), inScope(tx.selectFrom("call_runs"), scope));

const inScope = (runs: RunQuery, scope: RunScope): RunQuery => {
  if ("agentId" in scope) return runs.where("call_runs.agent_id", "=", scope.agentId);
  if ("campaignId" in scope) return runs.where("call_runs.campaign_id", "=", scope.campaignId);
  return runs;
};

/** Orders like the scope's indexes. Nothing is null, so the place of nulls only selects the organization's index. */
const inOrder = (query: RunListQuery) => {
  const narrowed = narrowScope(query);
  const isOrganizations = narrowed !== null && "all" in narrowed;
  return (order: OrderByItemBuilder) => {
    if (query.sortOrder === "desc") return isOrganizations ? order.desc().nullsLast() : order.desc();
    return isOrganizations ? order.asc().nullsFirst() : order.asc();
  };
};
