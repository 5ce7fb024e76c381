import type { Updateable } from "kysely";
import { type CampaignDecision } from "../../../domain/campaign/campaign-log.ts";
import {
  type CampaignCommandName,
  type CampaignState,
  FINAL_CAMPAIGN_STATES,
} from "../../../domain/campaign/campaign-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { appendEntry } from "../record/append-entry.ts";
import { sendTogether } from "../send-together.ts";
import type { Tables } from "../tables.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { Campaign } from "./campaign.entity.ts";
import { changeFigures } from "./figures.repository.ts";

interface StateChange {
  to: CampaignState;
  /** The columns that change with the state. */
  columns?: Omit<Updateable<Tables["campaigns"]>, "state">;
  decision: CampaignDecision;
}

/**
 * Changes a campaign's state and records it in its log and on the timeline; nothing else writes `campaigns.state`. The caller has
 * locked the campaign. Throws when it is over, because then it never changes.
 */
export const changeCampaignState = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  { to, columns, decision }: StateChange,
): Promise<void> => {
  const [changed] = await sendTogether(tx, (tx) => [
    tx
      .updateTable("campaigns")
      .set({ ...columns, state: to })
      .where("id", "=", campaign.id)
      .where("state", "not in", FINAL_CAMPAIGN_STATES)
      .returning("id")
      .executeTakeFirst(),
    recordDecision(tx, campaign, decision, to),
  ]);
  if (!changed) throw new Error(`campaign ${campaign.id} is over already`);
};

interface StateCommand extends Pick<CampaignDecision, "actor" | "commandKey"> {
  command: CampaignCommandName;
  to: CampaignState;
  now: Date;
  /** When a campaign that is scheduled begins. */
  beginsAt?: Date | null;
}

const PAST: Record<CampaignCommandName, string> = {
  start: "started",
  unschedule: "unscheduled",
  pause: "paused",
  resume: "resumed",
  cancel: "canceled",
};

/** Changes the state of a locked campaign to the one that a person's command leads to, as `changeCampaignState`. */
export const changeStateByCommand = (
  tx: OrganizationTransaction,
  campaign: Campaign,
  { command, to, actor, now, commandKey, beginsAt = null }: StateCommand,
): Promise<void> =>
  changeCampaignState(tx, campaign, {
    to,
    columns: { ...columnsFor(campaign, to, now), begins_at: beginsAt },
    decision: {
      level: "info",
      event: to === "scheduled" ? "scheduled" : PAST[command],
      message: to === "scheduled" ? explainSchedule(beginsAt) : `The campaign was ${PAST[command]}`,
      actor,
      ...(beginsAt && { details: { begins_at: beginsAt.toISOString() } }),
      ...(commandKey !== undefined && { commandKey }),
    },
  });

const explainSchedule = (beginsAt: Date | null): string =>
  `The campaign was scheduled${beginsAt === null ? "" : `; it begins at ${beginsAt.toISOString()}`}`;

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

/** Records a decision in a campaign's log and on the timeline; `campaignState` is the state that it leads to, if it changes that. */
export const recordDecision = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  decision: CampaignDecision,
  campaignState?: CampaignState,
): Promise<void> => {
  await sendTogether(tx, (tx) => [
    changeFigures(tx, campaign.id, {}, { campaignState }),
    logCampaign(tx, campaign, decision),
    recordTimeline(tx, {
      organizationId: campaign.organization_id,
      kind: "campaign",
      actor: decision.actor,
      summary: `${campaign.name}: ${decision.message}`,
      payload: { campaign_id: campaign.id, event: decision.event, ...decision.details },
      agentId: campaign.agent_id,
      campaignId: campaign.id,
    }),
    appendEntry(tx, {
      organizationId: campaign.organization_id,
      kind: "campaign.decided",
      actor: decision.actor,
      facts: { campaign: campaign.id, event: decision.event, details: decision.details ?? null },
    }),
  ]);
};

/** Records that a pause is answered. The caller holds the campaign's lock and has read that it is paused. */
export const recordPauseAnswer = (
  tx: OrganizationTransaction,
  campaign: Pick<Campaign, "id" | "organization_id">,
  actor: string,
): Promise<void> =>
  appendEntry(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign.pause_answered",
    actor,
    facts: { campaign: campaign.id },
  });

/** Fails the campaign until somebody repairs the cause; `resume` continues it then. */
export const failCampaign = async (tx: OrganizationTransaction, campaignId: number, reason: string): Promise<void> => {
  // The campaign is locked, because an earlier command may have decided and a later one has to wait.
  const campaign = await tx
    .selectFrom("campaigns")
    .selectAll()
    .where("id", "=", campaignId)
    .where("state", "=", "running")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!campaign) return;
  await changeCampaignState(tx, campaign, {
    to: "failed",
    columns: { failure_reason: reason },
    decision: { level: "error", event: "failed", message: reason, actor: "system" },
  });
};

export const logCampaign = async (
  tx: OrganizationTransaction,
  campaign: Pick<Campaign, "id" | "organization_id">,
  decision: CampaignDecision,
): Promise<void> => {
  const { level, event, message, actor, details, commandKey } = decision;
  await tx
    .insertInto("campaign_logs")
    .values({
      organization_id: campaign.organization_id,
      campaign_id: campaign.id,
      level,
      event,
      message,
      actor,
      details: details ?? null,
      command_key: commandKey ?? null,
    })
    .execute();
};

/** Tells whether an earlier try has carried the command out. */
export const isCarriedOut = async (
  tx: OrganizationTransaction,
  campaignId: number,
  commandKey: string,
): Promise<boolean> => {
  const entry = await tx
    .selectFrom("campaign_logs")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("command_key", "=", commandKey)
    .executeTakeFirst();
  return entry !== undefined;
};
