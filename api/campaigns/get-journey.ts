import { listEdges } from "../../domain/journey/journey-graph.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findJourneyVersion, listJourneyVersions } from "../../infra/postgres/journey/journey-versions.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound, journeyVersionNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import type { journeyQuery } from "./journey.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof journeyQuery }>;

const VERSIONS_SHOWN = 50;

export const getJourney = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    if (!(await findCampaign(tx, params.campaign_id))) throw campaignNotFound();
    return readJourneyAnswer(tx, params.campaign_id, query.version);
  });

export const readJourneyAnswer = async (tx: OrganizationTransaction, campaignId: number, version?: number) => {
  const found = await findJourneyVersion(tx, campaignId, version);
  if (version !== undefined && !found) throw journeyVersionNotFound();
  const steps = found?.steps ?? [];
  const versions = await listJourneyVersions(tx, campaignId, VERSIONS_SHOWN);
  return {
    campaign_id: campaignId,
    version: found?.version ?? null,
    steps,
    edges: listEdges(steps),
    created_at: found?.created_at ?? null,
    versions: versions.map((each) => ({ version: each.version, created_at: each.created_at })),
  };
};
