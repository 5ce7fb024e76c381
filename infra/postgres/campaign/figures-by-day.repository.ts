import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

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

/** Counts who joined a campaign, was called and was reached for the first time within a span; calls that were removed are not counted. */
export const countByQuarter = async (
  tx: OrganizationTransaction,
  { campaignId, from, to, withinMinutes, now }: DaysAsked,
): Promise<QuarterCounts[]> => {
  const { rows } = await sql<QuarterCounts>`
    with joined as (
      select c.timezone, c.joined_at, c.state <> 'suppressed'
        and coalesce(first.at, ${now}::timestamptz) > c.joined_at + make_interval(mins => ${withinMinutes}) as is_late
      from campaign_contacts c left join lateral (
        select min(carrier_requested_at) as at from call_runs r where r.campaign_contact_id = c.id
      ) first on true
      where c.campaign_id = ${campaignId} and c.joined_at >= ${from} and c.joined_at < ${to}
    ), called as (
      select campaign_contact_id, min(carrier_accepted_at) as called_at,
        min(coalesce(answered_at, carrier_accepted_at)) filter (where ${IS_REACHED}) as reached_at
      from call_runs
      where campaign_id = ${campaignId} and created_at >= ${from} and created_at < ${to}
        and campaign_contact_id is not null and carrier_accepted_at is not null
      group by 1
    ), happened as (
      select timezone, joined_at as at, 1 as joined, is_late::int as late, 0 as called, 0 as reached from joined
      union all
      select c.timezone, called_at, 0, 0, 1, 0 from called join campaign_contacts c on c.id = campaign_contact_id
      where not exists (select from call_runs where campaign_contact_id = c.id and created_at < ${from} and carrier_accepted_at is not null)
      union all
      select c.timezone, reached_at, 0, 0, 0, 1 from called join campaign_contacts c on c.id = campaign_contact_id
      where reached_at is not null
        and not exists (select from call_runs where campaign_contact_id = c.id and created_at < ${from} and ${IS_REACHED})
    )
    select timezone, date_bin('15 minutes', at, '2000-01-01Z') as at, sum(joined)::int as joined, sum(late)::int as late,
      sum(called)::int as called, sum(reached)::int as reached
    from happened group by 1, 2`.execute(tx);
  return rows;
};

const IS_REACHED = sql<boolean>`outcome in ('answered', 'opted_out')`;
