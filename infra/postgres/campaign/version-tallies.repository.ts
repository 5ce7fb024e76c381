import { type RawBuilder, sql } from "kysely";
import { ANSWERED_OUTCOMES, TOLD_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import { DISPOSITION_METRIC, type VersionTally } from "../../../domain/campaign/version-guard.rules.ts";
import type { VersionPlan } from "../../../domain/campaign/version-plan.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

const ANSWERED = sql<boolean>`r.outcome in (${literals(ANSWERED_OUTCOMES)})`;

/**
 * Counts the people of a comparison by version, each once: an answer ends the calls to a person, and of those who do not answer only
 * the first call counts. Conversations whose conclusion is not drawn yet are left out.
 */
export const countForGuard = async (
  tx: OrganizationTransaction,
  { campaignId, plan, metric }: { campaignId: number; plan: VersionPlan; metric: string },
): Promise<VersionTally[]> => {
  const ids = plan.versions.map(({ version_id: id }) => id);
  const { among, amongRemoved, people, isHit } = conditionsOf(metric);
  const { rows } = await sql<{ id: number; people: number; hits: number }>`
    select id, sum(people)::int as people, sum(hits)::int as hits from (
      select r.agent_version_id as id, count(*) as people, count(*) filter (where ${isHit}) as hits
      from call_runs r
      where r.campaign_id = ${campaignId} and r.ended_at is not null and r.created_at >= ${plan.since}::timestamptz
        and r.agent_version_id = any(${ids}::bigint[]) and ${among}
      group by 1
      union all
      select r.agent_version_id, sum(${people}), coalesce(sum(${people}) filter (where ${isHit}), 0)
      from removed_run_sums r
      where r.campaign_id = ${campaignId} and r.created_quarter >= ${plan.since}::timestamptz
        and r.agent_version_id = any(${ids}::bigint[]) and ${amongRemoved}
      group by 1
    ) counted group by 1`.execute(tx);
  return plan.versions.map(({ version, version_id }) => {
    const row = rows.find(({ id }) => id === version_id);
    return { version, people: row?.people ?? 0, hits: row?.hits ?? 0 };
  });
};

interface Conditions {
  among: RawBuilder<boolean>;
  /** The same of the sums of removed calls, and which of their counts is one of people. */
  amongRemoved: RawBuilder<boolean>;
  people: RawBuilder<number>;
  isHit: RawBuilder<boolean>;
}

const RUNS = sql<number>`r.runs`;

const conditionsOf = (metric: string): Conditions => {
  if (metric === "answer_rate") {
    const told = sql<boolean>`r.outcome = any(${TOLD_OUTCOMES})`;
    return {
      among: sql`r.attempt = 1 and ${told}`,
      amongRemoved: told,
      people: sql`r.first_attempts`,
      isHit: ANSWERED,
    };
  }
  if (metric === "opt_out_rate")
    return { among: ANSWERED, amongRemoved: ANSWERED, people: RUNS, isHit: sql`r.outcome = 'opted_out'` };
  return {
    among: sql`${ANSWERED} and not exists (
      select from conversations c where c.run_id = r.id and r.holds_conversation and c.concluded_at is null)`,
    amongRemoved: ANSWERED,
    people: RUNS,
    isHit: sql`r.disposition = ${metric.slice(DISPOSITION_METRIC.length)}`,
  };
};
