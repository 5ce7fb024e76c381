import { decideCommand } from "../../domain/campaign/campaign-states.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireReady } from "./campaign-readiness.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { requireWholeList } from "./require-whole-list.ts";

/** Resumes after a pause, a tripped breaker, or a repaired failure. The workflow writes the state. */
export const resumeCampaign = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) => {
  const campaign = await context.inOrganization(async (tx) => {
    const found = await findCampaign(tx, params.campaign_id);
    if (!found) throw campaignNotFound();
    requireOwnEnvironment(context.actor, found, "campaign");
    await requireWholeList(tx, found.id);
    if (decideCommand(found.state, "resume").kind === "apply") await requireReady(context, tx, found);
    return found;
  });
  await commandCampaign(context, campaign, "resume");
  return context.inOrganization((tx) => readCampaignAnswer(tx, campaign.id));
};
