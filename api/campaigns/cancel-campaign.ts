import { decideCommand } from "../../domain/campaign/campaign-states.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeStateByCommand } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { commandRecurring, keepSchedule } from "./keep-schedule.ts";

/** Cancels a draft, a paused or a failed campaign. A draft has no workflow: its row is changed here, under the campaign's lock. */
export const cancelCampaign = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) => {
  const campaign = await context.inOrganization(async (tx) => {
    const found = await lockCampaign(tx, params.campaign_id);
    if (!found) throw campaignNotFound();
    requireOwnEnvironment(context.actor, found, "campaign");
    if (found.recurrence !== null) {
      await commandRecurring(context, tx, { campaign: found, command: "cancel" });
      return { ...found, state: "canceled" as const };
    }
    if (found.state !== "draft") return found;
    await cancelDraft(context, tx, found);
    return null;
  });
  if (campaign?.recurrence) await keepSchedule(context, campaign.id);
  else if (campaign) await commandCampaign(context, campaign, "cancel");
  return context.inOrganization((tx) => readCampaignAnswer(tx, params.campaign_id));
};

const cancelDraft = async (
  { actor, clock }: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<void> => {
  const decision = decideCommand(campaign.state, "cancel");
  if (decision.kind !== "apply") return;
  const change = { command: "cancel", to: decision.to, actor: formatActor(actor), now: clock.now() } as const;
  await changeStateByCommand(tx, campaign, change);
};
