import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Calls of one minute that ended with one outcome. */
export interface CallsOfMinute {
  /** The minute's beginning. */
  at: Date;
  outcome: string;
  calls: number;
}

/**
 * Counts the campaign's calls that ended from `from` on, before `to`, by minute and outcome; minutes without calls are
 * left out.
 */
export const countCallsByMinute = async (
  tx: OrganizationTransaction,
  { campaignId, from, to }: { campaignId: number; from: Date; to: Date },
): Promise<CallsOfMinute[]> => {
  const { rows } = await sql<CallsOfMinute>`
    select date_trunc('minute', ended_at) as at, coalesce(outcome, 'unknown') as outcome, count(*)::int as calls
    from call_runs
    where campaign_id = ${campaignId} and ended_at >= ${from} and ended_at < ${to}
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
};
