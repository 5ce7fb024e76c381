import { sql } from "kysely";
import { LOGS_SHOWN } from "../../../domain/campaign/campaign-log.ts";
import type { OrganizationTransaction } from "../database.ts";
import { buildCampaignLockKey, lockExclusively } from "../locks.ts";
import { sendTogether } from "../send-together.ts";
import type { Campaign } from "./campaign.entity.ts";

export const findCampaign = (tx: OrganizationTransaction, campaignId: number): Promise<Campaign | undefined> =>
  tx
    .selectFrom("campaigns")
    .selectAll()
    .where("id", "=", campaignId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Locks the campaign's row alone. Its key is not locked, because rows that refer to it are written meanwhile. */
export const lockCampaignRow = (tx: OrganizationTransaction, campaignId: number): Promise<Campaign | undefined> =>
  tx
    .selectFrom("campaigns")
    .selectAll()
    .where("id", "=", campaignId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Waits until no call of the campaign is being handed to a carrier whose admission has seen an earlier state. */
export const awaitHandOvers = (tx: OrganizationTransaction, campaignId: number): Promise<void> =>
  lockExclusively(tx, buildCampaignLockKey(campaignId));

/**
 * Locks the campaign for a change of state: waits until no call of it is being handed to a carrier, and lets none be
 * handed over before this transaction ends.
 */
export const lockCampaign = async (tx: OrganizationTransaction, campaignId: number): Promise<Campaign | undefined> => {
  const [, campaign] = await sendTogether(tx, (tx) => [
    awaitHandOvers(tx, campaignId),
    lockCampaignRow(tx, campaignId),
  ]);
  return campaign;
};

/** Returns the newest log entries, newest first. */
export const listNewestLogs = (tx: OrganizationTransaction, campaignId: number, limit = LOGS_SHOWN) =>
  tx
    .selectFrom("campaign_logs")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Counts the outcomes of the campaign's calls that ended within the breaker's window. */
export const countOutcomesSince = async (
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
