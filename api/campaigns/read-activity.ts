import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countCallsByMinute } from "../../infra/postgres/campaign/campaign-activity.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { activityQuery } from "./activity.schemas.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof activityQuery }>;

/** Counts the calls that ended in each of the last minutes, by outcome. */
export const readActivity = async (context: OperationContext, { params, query }: Input) => {
  const campaignId = params.campaign_id;
  const endMs = (Math.floor(context.clock.now().getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  const fromMs = endMs - query.minutes * MINUTE_MS;
  const counts = await context.inOrganization(async (tx) => {
    if (!(await findCampaign(tx, campaignId))) throw campaignNotFound();
    return countCallsByMinute(tx, { campaignId, from: new Date(fromMs), to: new Date(endMs) });
  });
  const minutes = Array.from({ length: query.minutes }, (_none, index) => {
    const atMs = fromMs + index * MINUTE_MS;
    const ofMinute = counts.filter(({ at }) => at.getTime() === atMs);
    return {
      at: new Date(atMs),
      calls: ofMinute.reduce((sum, { calls }) => sum + calls, 0),
      outcomes: Object.fromEntries(ofMinute.map(({ outcome, calls }) => [outcome, calls])),
    };
  });
  return { campaign_id: campaignId, minutes };
};
