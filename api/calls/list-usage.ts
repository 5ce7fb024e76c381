import type { z } from "zod";
import { readKeptArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import { type RunFilter, readDaysInZone, USAGE_LIST_FILTERS } from "../../infra/postgres/call/run-filters.ts";
import { type ListedRun, readRunPage, sumRuns } from "../../infra/postgres/call/run-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describePage } from "../http/pagination.ts";
import { presentArtifacts } from "./artifacts.presenter.ts";
import { readFilters } from "./list-runs.ts";
import { listQueryFilters } from "./run-query.schemas.ts";
import { presentRun } from "./runs.presenter.ts";
import type { listUsageQuery } from "./usage.schemas.ts";

type Query = z.output<typeof listUsageQuery>;

/** Lists every run of the organization with its cost, and the total cost of the selection. */
export const listUsage = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listUsageQuery }>,
) => {
  const filters = readUsageFilters(query);
  const { page, limit, sort_by: sortBy, sort_order: sortOrder } = query;
  const { rows, totals, artifactsOf } = await context.inOrganization(async (tx) => {
    await requireUsageSubjects(tx, query);
    const selection = { scope: { all: true }, filters: await readDaysInZone(tx, filters) } as const;
    const sums = await sumRuns(tx, selection);
    const runs = await readRunPage(tx, { ...selection, page, limit, sortBy, sortOrder }, sums.totalCount);
    return { rows: runs, totals: sums, artifactsOf: presentArtifacts(await readKeptArtifacts(tx, runs), context) };
  });
  return {
    runs: rows.map((row) => ({ ...presentUsage(row), ...artifactsOf(row) })),
    total_duration_seconds: totals.durationSeconds,
    total_costs: totals.costs,
    ...describePage(query, totals.totalCount),
  };
};

/** Reads the filters of the usage list, and of the report of the same runs. */
export const readUsageFilters = (query: Wanted): RunFilter[] => [
  ...readFilters(query.filters, USAGE_LIST_FILTERS),
  ...listLookedFor(query),
];

type Wanted = Omit<Query, "page" | "limit" | "sort_by" | "sort_order">;

const listLookedFor = (query: Wanted): RunFilter[] => {
  const { workflow_id: agentId, campaign_id: campaignId } = query;
  const filters: RunFilter[] = [];
  if (agentId !== undefined) filters.push({ attribute: "workflowId", value: { value: agentId } });
  if (campaignId !== undefined) filters.push({ attribute: "campaignId", value: { value: campaignId } });
  return [...filters, ...listQueryFilters(query)];
};

/** Throws for an agent or a campaign that is not there, because a mistyped id must not give an empty list. */
export const requireUsageSubjects = async (
  tx: OrganizationTransaction,
  { workflow_id: agentId, campaign_id: campaignId }: Pick<Query, "workflow_id" | "campaign_id">,
): Promise<void> => {
  const exists = async (table: "agents" | "campaigns", id: number | undefined) =>
    id === undefined || (await tx.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  if (!(await exists("agents", agentId))) throw notFound("Agent");
  if (!(await exists("campaigns", campaignId))) throw notFound("Campaign");
};

const presentUsage = (row: ListedRun) => ({
  ...presentRun(row),
  workflow_name: row.agent_name,
  call_duration_seconds: row.duration_seconds ?? 0,
  phone_number: row.direction === "inbound" ? row.caller_number : row.called_number,
  disposition: row.disposition ?? row.outcome,
});
