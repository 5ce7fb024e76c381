import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { commandRecurring, keepSchedule } from "./keep-schedule.ts";

/** Makes a scheduled campaign a draft again, which does not begin by itself. The workflow writes the state, and ends; a recurring one has a schedule. */
export const unscheduleCampaign = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) => {
  const campaign = await context.inOrganization(async (tx) => {
    const found = await lockCampaign(tx, params.campaign_id);
    if (!found) throw campaignNotFound();
    requireOwnEnvironment(context.actor, found, "campaign");
    if (found.recurrence !== null) await commandRecurring(context, tx, { campaign: found, command: "unschedule" });
    return found;
  });
  if (campaign.recurrence === null) await commandCampaign(context, campaign, "unschedule");
  else await keepSchedule(context, campaign.id);
  return context.inOrganization((tx) => readCampaignAnswer(tx, campaign.id));
};
