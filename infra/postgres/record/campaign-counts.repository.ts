import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** A campaign's counts, as its rows have them: what the record says of it must be the same. */
export interface CampaignCounts {
  campaign: number;
  /** Calls that the carrier was asked for. */
  attempts: number;
  /** Ended calls by their outcome. */
  outcome: Record<string, number>;
  /** By currency. */
  cost_minor: Record<string, number>;
}

export const readCampaignCounts = async (tx: OrganizationTransaction, campaignId: number): Promise<CampaignCounts> => {
  const calls = tx.selectFrom("call_runs").where("campaign_id", "=", campaignId);
  const { attempts } = await calls
    .select(({ fn }) => fn.count<number>("carrier_requested_at").as("attempts"))
    .executeTakeFirstOrThrow();
  const outcomes = await calls
    .select(["outcome", sql<number>`count(*)`.as("calls")])
    .where("ended_at", "is not", null)
    .groupBy("outcome")
    .execute();
  const costs = await calls
    .select(["currency", sql<number>`coalesce(sum(cost_minor), 0)::bigint`.as("cost")])
    .where("ended_at", "is not", null)
    .where("currency", "is not", null)
    .groupBy("currency")
    .execute();
  return {
    campaign: campaignId,
    attempts,
    outcome: Object.fromEntries(outcomes.map(({ outcome, calls: count }) => [String(outcome), count])),
    cost_minor: Object.fromEntries(costs.map(({ currency, cost }) => [currency ?? "", cost])),
  };
};
