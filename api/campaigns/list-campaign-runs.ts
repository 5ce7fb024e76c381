import { readKeptArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import {
  parseRunFilters,
  RUN_LIST_FILTERS,
  type RunFilter,
  RunFilterError,
  readDaysInZone,
} from "../../infra/postgres/call/run-filters.ts";
import { listRuns } from "../../infra/postgres/call/run-list.repository.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { presentArtifacts } from "../calls/artifacts.presenter.ts";
import { listQueryFilters } from "../calls/run-query.schemas.ts";
import { presentRun } from "../calls/runs.presenter.ts";
import { invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describePage } from "../http/pagination.ts";
import { campaignNotFound, filterInvalid, filterNotAllowed } from "./campaigns.errors.ts";
import type { campaignParams, runsQuery } from "./campaigns.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof runsQuery }>;

/** Lists every attempt of the campaign, including those that a rule stopped before the carrier was asked. */
export const listCampaignRuns = async (context: OperationContext, { params, query }: Input) => {
  const filters = [...readFilters(query.filters), ...listQueryFilters(query)];
  return context.inOrganization(async (tx) => {
    if (!(await findCampaign(tx, params.campaign_id))) throw campaignNotFound();
    const { rows, totalCount } = await listRuns(tx, {
      scope: { campaignId: params.campaign_id },
      filters: await readDaysInZone(tx, filters),
      page: query.page,
      limit: query.limit,
      sortBy: query.sort_by,
      sortOrder: query.sort_order,
    });
    const artifactsOf = presentArtifacts(await readKeptArtifacts(tx, rows), context);
    return {
      runs: rows.map((row) => ({ ...presentRun(row), ...artifactsOf(row) })),
      ...describePage(query, totalCount),
    };
  });
};

const readFilters = (json: string | undefined): RunFilter[] => {
  try {
    return parseRunFilters(json, RUN_LIST_FILTERS);
  } catch (error) {
    if (!(error instanceof RunFilterError)) throw error;
    if (error.reason === "unknown") throw invalidParameter("filters", error.message);
    throw error.reason === "invalid" ? filterInvalid(error.message) : filterNotAllowed(error.message);
  }
};
