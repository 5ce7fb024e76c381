import { type Expression, sql } from "kysely";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

/** People of one zone to whom something happened within a quarter of an hour; every clock changes its day on one. */
export interface QuarterCounts {
  /** As `readZonesKey` reads it. */
  timezone: string;
  at: Date;
  joined: number;
  /** Of those who joined then: who was not called within the time. */
  late: number;
  /** Whose first call was accepted then. */
  called: number;
  /** Whose first answer was then. */
  reached: number;
}

interface DaysAsked {
  campaignId: number;
  from: Date;
  to: Date;
  withinMinutes: number;
  now: Date;
}

/**
 * Counts who joined a campaign, was called and was reached for the first time within a span; calls that were removed are not counted. What
 * happened in one quarter may come in several rows. Whoever joined within the span was not called before it, so that one pass over its
 * calls says when each was called first.
 */
export const countByQuarter = async (
  tx: OrganizationTransaction,
  { campaignId, from, to, withinMinutes, now }: DaysAsked,
): Promise<QuarterCounts[]> => {
  const { rows } = await sql<QuarterCounts>`
    with called as materialized (
      select campaign_contact_id as id, min(carrier_requested_at) as requested_at, min(carrier_accepted_at) as called_at,
        min(coalesce(answered_at, carrier_accepted_at)) filter (where carrier_accepted_at is not null and ${IS_REACHED}) as reached_at
      from call_runs
      where campaign_id = ${campaignId} and created_at >= ${from} and campaign_contact_id is not null
      group by 1
    ), people as materialized (
      select c.id, c.timezone, c.joined_at, coalesce(c.joined_at >= ${from}, false) as is_new, c.state, p.requested_at, p.called_at, p.reached_at
      from campaign_contacts c left join called p on p.id = c.id
      where c.campaign_id = ${campaignId} and (c.joined_at >= ${from} or p.id is not null)
    )
    select timezone, ${QUARTER(sql.ref("joined_at"))} as at, count(*)::int as joined,
      count(*) filter (where state <> 'suppressed'
        and coalesce(requested_at, ${now}::timestamptz) > joined_at + make_interval(mins => ${withinMinutes}))::int as late,
      0 as called, 0 as reached
    from people where is_new and joined_at < ${to} group by 1, 2
    union all
    select timezone, ${QUARTER(sql.ref("called_at"))}, 0, 0, count(*)::int, 0
    from people ${BEFORE(sql`carrier_accepted_at is not null`, from)} where called_at < ${to} and before.one is null group by 1, 2
    union all
    select timezone, ${QUARTER(sql.ref("reached_at"))}, 0, 0, 0, count(*)::int
    from people ${BEFORE(IS_REACHED, from)} where reached_at < ${to} and before.one is null group by 1, 2`.execute(tx);
  return rows;
};

/** Whether it happened before the span: asked for each of the few who joined before it. As `not exists` it would read everybody's calls. */
const BEFORE = (happened: Expression<unknown>, from: Date) => sql`left join lateral (
      select 1 as one from call_runs r
      where not people.is_new and r.campaign_contact_id = people.id and r.created_at < ${from} and ${happened} limit 1
    ) before on true`;
const QUARTER = (at: Expression<unknown>) => sql`date_bin('15 minutes', ${at}, '2000-01-01Z')`;
const IS_REACHED = sql<boolean>`outcome in (${literals(ANSWERED_OUTCOMES)})`;
