import type { z } from "zod";
import { findCampaignOverview } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import { presentCampaign } from "./campaigns.presenter.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

export const getCampaign = (context: OperationContext, { params }: { params: z.output<typeof campaignParams> }) =>
  context.inOrganization((tx) => readCampaignAnswer(tx, params.campaign_id));

/** Returns the common answer of operations on one campaign. */
export const readCampaignAnswer = async (tx: OrganizationTransaction, campaignId: number) => {
  const campaign = await findCampaignOverview(tx, campaignId);
  if (!campaign) throw campaignNotFound();
  return presentCampaign(campaign, campaign.logs);
};
