import type { StepState } from "../../domain/journey/journey.ts";
import { listEdges } from "../../domain/journey/journey-graph.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countEdges, type EdgeCount, readOpenSteps } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { findJourneyVersion } from "../../infra/postgres/journey/journey-versions.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams }>;

/** Counts who went along each edge; edges that earlier versions had stand behind those of the newest. */
export const readJourneyProgress = (context: OperationContext, { params }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    const newest = await findJourneyVersion(tx, campaign.id);
    const counts = await countEdges(tx, campaign.id);
    const { nextDueAt } = await readOpenSteps(tx, campaign.id);
    const current = listEdges(newest?.steps ?? []);
    const isCurrent = (from: string | null, to: string) => current.some((edge) => edge.from === from && edge.to === to);
    const former = counts
      .filter((count, at) => !isCurrent(count.came_from, count.step) && counts.findIndex(isSameEdge(count)) === at)
      .map((count) => ({ from: count.came_from, to: count.step }));
    return {
      campaign_id: campaign.id,
      version: newest?.version ?? null,
      edges: [...current, ...former].map(({ from, to }) => {
        const along = counts.filter((count) => count.came_from === from && count.step === to);
        return {
          from,
          to,
          is_current: isCurrent(from, to),
          people: along.reduce((sum, { people }) => sum + people, 0),
          states: sumStates(along),
        };
      }),
      next_due_at: nextDueAt,
    };
  });

const isSameEdge = (one: EdgeCount) => (other: EdgeCount) =>
  one.came_from === other.came_from && one.step === other.step;

const sumStates = (along: readonly EdgeCount[]) => {
  const sums: Record<StepState, number> = {
    waiting: 0,
    doing: 0,
    calling: 0,
    done: 0,
    skipped: 0,
    failed: 0,
    unclear: 0,
    ended: 0,
  };
  for (const { state, people } of along) sums[state] += people;
  return sums;
};
