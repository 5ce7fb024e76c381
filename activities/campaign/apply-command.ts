import { ApplicationFailure } from "@temporalio/common";
import type { Updateable } from "kysely";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { type CampaignDecision, changeCampaignState } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import { type CampaignAddress, COMMAND_REFUSED } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignCommandName, CampaignState } from "../../domain/campaign/campaign.rules.ts";
import type { CommandReading } from "../../workflows/campaign/campaign.ports.ts";
import { decideCommand } from "../../domain/campaign/campaign.rules.ts";
import { readCampaign } from "./read-campaign.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { Tables } from "../../infra/postgres/tables.ts";

const PAST: Record<CampaignCommandName, string> = {
  start: "started",
  pause: "paused",
  resume: "resumed",
  cancel: "canceled",
};

/**
 * Carries out a command on the row. It locks the campaign exclusively: it waits for calls that are being handed to a
 * carrier, and none follows that the new state forbids.
 */
export const applyCommand = async (
  tx: OrganizationTransaction,
  input: CampaignAddress & { command: CampaignCommandName; actor: string; now: Date },
): Promise<CommandReading> => {
  const campaign = await lockCampaign(tx, input.campaignId);
  if (!campaign) throw ApplicationFailure.nonRetryable("Campaign not found", COMMAND_REFUSED);
  const decision = decideCommand(campaign.state, input.command);
  if (decision.kind === "refuse") throw ApplicationFailure.nonRetryable(decision.sentence, COMMAND_REFUSED);
  const applied: CampaignDecision = {
    level: "info",
    event: PAST[input.command],
    message: `The campaign was ${PAST[input.command]}`,
    actor: input.actor,
  };
  const [, { state, figures }] = await sendTogether(tx, (tx) => [
    decision.kind === "apply" &&
      changeCampaignState(tx, campaign, {
        to: decision.to,
        columns: columnsFor(campaign, decision.to, input.now),
        decision: applied,
      }),
    readCampaign(tx, input),
  ]);
  return { state, figures, changed: decision.kind === "apply" };
};

const columnsFor = (
  campaign: Campaign,
  state: CampaignState,
  now: Date,
): Omit<Updateable<Tables["campaigns"]>, "state"> => ({
  ...(state === "running" && {
    started_at: campaign.started_at ?? now,
    breaker_reset_at: now,
    failure_reason: null,
    budget_wait: null,
  }),
  ...(state === "canceled" && { completed_at: now }),
});
