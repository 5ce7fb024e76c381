import { readKeptArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import {
  parseRunFilters,
  RUN_LIST_FILTERS,
  RunFilterError,
  type RunFilterRules,
  readDaysInZone,
} from "../../infra/postgres/call/run-filters.ts";
import { listRuns as readRuns } from "../../infra/postgres/call/run-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describePage } from "../http/pagination.ts";
import { requireAgent } from "../require-agent.ts";
import { presentArtifacts } from "./artifacts.presenter.ts";
import { filterRefused } from "./calls.errors.ts";
import type { agentParams, listRunsQuery } from "./calls.schemas.ts";
import { listQueryFilters } from "./run-query.schemas.ts";
import { presentRun } from "./runs.presenter.ts";

/** Lists runs of one agent, newest first by default. */
export const listRuns = async (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof agentParams; query: typeof listRunsQuery }>,
) => {
  const filters = [...readFilters(query.filters, RUN_LIST_FILTERS), ...listQueryFilters(query)];
  const { rows, totalCount, artifactsOf } = await context.inOrganization(async (tx) => {
    const agent = await requireAgent(tx, params.workflow_id);
    const { page, limit, sort_by: sortBy, sort_order: sortOrder } = query;
    const selection = { scope: { agentId: agent.id }, filters: await readDaysInZone(tx, filters) };
    const found = await readRuns(tx, { ...selection, page, limit, sortBy, sortOrder });
    return { ...found, artifactsOf: presentArtifacts(await readKeptArtifacts(tx, found.rows), context) };
  });
  return {
    runs: rows.map((row) => ({ ...presentRun(row), ...artifactsOf(row) })),
    ...describePage(query, totalCount),
    applied_filters: filters.map((filter) => ({ ...filter })),
  };
};

export const readFilters = (json: string | null | undefined, rules: RunFilterRules) => {
  try {
    return parseRunFilters(json, rules);
  } catch (error) {
    if (error instanceof RunFilterError) throw filterRefused(error);
    throw error;
  }
};
