import type { z } from "zod";
import { awaitHandOvers, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeStateByCommand } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { decideCommand } from "../../domain/campaign/campaign.rules.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "./campaign-readiness.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";

/**
 * Pauses a campaign: after this answer no new call is handed to a carrier; calls in progress finish. The row is written at
 * once, so that as few calls as possible go out until then. The workflow then gives the command its turn after those that it
 * has not carried out yet and that would undo it: where this process ends in between, the row is paused all the same, and a
 * repeated pause is answered like a first one.
 */
export const pauseCampaign = async (
  context: OperationContext,
  { params }: { params: z.output<typeof campaignParams> },
) => {
  const { campaign, hasChanged } = await context.inOrganization((tx) => pauseRow(context, tx, params.campaign_id));
  // Both at a time: what is being handed over since before the row was written usually takes longer than the workflow.
  await Promise.all([
    commandCampaign(context, campaign, "pause", { hasChanged, senderAwaitsHandOvers: true }),
    context.inOrganization((tx) => awaitHandOvers(tx, campaign.id)),
  ]);
  return context.inOrganization(async (tx) => {
    // Once more, for calls that a command before this one has let out; there are none as a rule.
    await awaitHandOvers(tx, campaign.id);
    return readCampaignAnswer(tx, campaign.id);
  });
};

/** Pauses the row of a running campaign; any other is left to its workflow. */
const pauseRow = async (
  { actor, clock }: OperationContext,
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<{ campaign: Campaign; hasChanged: boolean }> => {
  const campaign = await lockCampaignRow(tx, campaignId);
  if (!campaign) throw campaignNotFound();
  requireOwnEnvironment(actor, campaign);
  const decision = decideCommand(campaign.state, "pause");
  if (decision.kind !== "apply") return { campaign, hasChanged: false };
  const change = { command: "pause", to: decision.to, actor: formatActor(actor), now: clock.now() } as const;
  await changeStateByCommand(tx, campaign, change);
  return { campaign, hasChanged: true };
};
