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

/** Removed calls are counted on: the record has them. */
export const readCampaignCounts = async (tx: OrganizationTransaction, campaignId: number): Promise<CampaignCounts> => {
  const { rows } = await sql<CountedCalls>`
    select outcome, currency, sum(requested)::bigint as requested, sum(ended)::bigint as ended, sum(cost)::bigint as cost from (
      select outcome, currency, count(carrier_requested_at) as requested, count(ended_at) as ended,
        coalesce(sum(cost_minor) filter (where ended_at is not null), 0) as cost
      from call_runs where campaign_id = ${campaignId} group by 1, 2
      union all
      select outcome, currency, sum(requested), sum(runs), sum(cost_minor)
      from removed_run_sums where campaign_id = ${campaignId} and runs > 0 group by 1, 2
    ) calls group by 1, 2 order by 1, 2`.execute(tx);
  const ended = rows.filter((row) => row.ended > 0);
  return {
    campaign: campaignId,
    attempts: rows.reduce((sum, { requested }) => sum + requested, 0),
    outcome: sumBy(ended, ({ outcome }) => String(outcome), "ended"),
    cost_minor: sumBy(
      ended.filter(({ currency }) => currency !== null),
      ({ currency }) => currency ?? "",
      "cost",
    ),
  };
};

interface CountedCalls {
  outcome: string | null;
  currency: string | null;
  requested: number;
  ended: number;
  cost: number;
}

const sumBy = (
  rows: readonly CountedCalls[],
  nameOf: (row: CountedCalls) => string,
  amount: "ended" | "cost",
): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + row[amount];
  return sums;
};
