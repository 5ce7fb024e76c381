import { syncSchedule } from "../../application/campaign/recurrence-schedule.ts";
import { decideCommand } from "../../domain/campaign/campaign-states.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeStateByCommand } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireNextTime } from "./campaign-readiness.ts";
import { commandRefused } from "./campaigns.errors.ts";

const SCHEDULED_WITHIN_MS = 3000;

/**
 * Makes the schedule of a recurring campaign be as its row says. The row decides: where Temporal does not answer now, maintenance does
 * it within a minute, and a schedule whose row is active no more makes nothing.
 */
export const keepSchedule = async (context: OperationContext, campaignId: number): Promise<void> => {
  const { temporal, logger, clock } = context;
  const campaign = await context.inOrganization((tx) => findCampaign(tx, campaignId));
  if (!campaign) return;
  try {
    await temporal.withDeadline(Date.now() + SCHEDULED_WITHIN_MS, () => syncSchedule(temporal, campaign, clock.now()));
  } catch (err) {
    logger.warn({ err, campaign_id: campaignId }, "the schedule of the recurring campaign is brought up to date later");
  }
};

/** Carries out a command on the row of a locked recurring campaign, which has no workflow; 409 where the state forbids it. */
export const commandRecurring = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, command }: { campaign: Campaign; command: "start" | "unschedule" | "cancel" },
): Promise<void> => {
  const decision = decideCommand(campaign.state, command, { isBeforeStart: true });
  if (decision.kind === "refuse") throw commandRefused(decision.sentence);
  if (decision.kind === "holds") return;
  const beginsAt =
    decision.to === "scheduled" && campaign.recurrence ? requireNextTime(context, campaign.recurrence) : null;
  const change = { command, to: decision.to, actor: formatActor(context.actor), now: context.clock.now(), beginsAt };
  await changeStateByCommand(tx, campaign, change);
};
