import type { z } from "zod";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "./campaign-readiness.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";

/**
 * Pauses a campaign: after this answer no new call is handed to a carrier; calls in progress finish. The workflow
 * writes the state.
 */
export const pauseCampaign = async (
  context: OperationContext,
  { params }: { params: z.output<typeof campaignParams> },
) => {
  const campaign = await context.inOrganization((tx) => findCampaign(tx, params.campaign_id));
  if (!campaign) throw campaignNotFound();
  requireOwnEnvironment(context.actor, campaign);
  await commandCampaign(context, campaign, "pause");
  return context.inOrganization((tx) => readCampaignAnswer(tx, campaign.id));
};
