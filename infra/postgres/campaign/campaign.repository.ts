import { sql, type Updateable } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { campaignLockKey, lockExclusively } from "../locks.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import { changeFigures } from "./figures.repository.ts";
import type { Campaign } from "./campaign.entity.ts";
import type { Tables } from "../tables.ts";

export const findCampaign = (tx: OrganizationTransaction, campaignId: number): Promise<Campaign | undefined> =>
  tx.selectFrom("campaigns").selectAll().where("id", "=", campaignId).executeTakeFirst();

/**
 * Takes the campaign for a change of state: waits until no call of it is being handed to a carrier, and lets none be
 * handed over before this transaction ends. Its key stays free: rows that refer to it are written meanwhile.
 */
export const takeCampaign = async (tx: OrganizationTransaction, campaignId: number): Promise<Campaign | undefined> => {
  await lockExclusively(tx, campaignLockKey(campaignId));
  return tx.selectFrom("campaigns").selectAll().where("id", "=", campaignId).forNoKeyUpdate().executeTakeFirst();
};

export interface CampaignDecision {
  level: "info" | "warning" | "error";
  /** Stable word: `started`, `paused`, `breaker_tripped` … */
  event: string;
  /** A sentence for people. */
  message: string;
  actor: string;
  details?: object;
}

/** Changes a campaign's state and says so in its log and on the timeline. The caller has taken the campaign. */
export const changeCampaignState = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  { set, decision }: { set: Updateable<Tables["campaigns"]>; decision: CampaignDecision },
): Promise<void> => {
  // A redial decides something and changes no column; SQL has no update of nothing.
  if (Object.keys(set).length > 0) await tx.updateTable("campaigns").set(set).where("id", "=", campaign.id).execute();
  await changeFigures(tx, campaign.id, {});
  await logCampaign(tx, campaign, decision);
  await recordTimeline(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign",
    actor: decision.actor,
    summary: `${campaign.name}: ${decision.message}`,
    payload: { campaign_id: campaign.id, event: decision.event, ...decision.details },
    agentId: campaign.agent_id,
    campaignId: campaign.id,
  });
};

/** The campaign cannot go on until somebody repairs it; `resume` goes on then. */
export const failCampaign = async (tx: OrganizationTransaction, campaignId: number, reason: string): Promise<void> => {
  const campaign = await findCampaign(tx, campaignId);
  if (campaign?.state !== "running") return;
  await changeCampaignState(tx, campaign, {
    set: { state: "failed", failure_reason: reason },
    decision: { level: "error", event: "failed", message: reason, actor: "system" },
  });
};

export const logCampaign = async (
  tx: OrganizationTransaction,
  campaign: Pick<Campaign, "id" | "organization_id">,
  decision: CampaignDecision,
): Promise<void> => {
  const { level, event, message, actor, details } = decision;
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
    })
    .execute();
};

/** The newest log entries, newest first. */
export const newestLogs = (tx: OrganizationTransaction, campaignId: number, limit = 200) =>
  tx
    .selectFrom("campaign_logs")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Outcomes of the campaign's calls that ended within the breaker's window, counted. */
export const outcomesSince = async (
  tx: OrganizationTransaction,
  campaignId: number,
  since: Date,
): Promise<Record<string, number>> => {
  const rows = await tx
    .selectFrom("call_runs")
    .select(["outcome", sql<number>`count(*)`.as("calls")])
    .where("campaign_id", "=", campaignId)
    .where("ended_at", ">", since)
    .where("outcome", "is not", null)
    .groupBy("outcome")
    .execute();
  return Object.fromEntries(rows.map(({ outcome, calls }) => [outcome ?? "", calls]));
};
