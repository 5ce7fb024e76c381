import { sql } from "kysely";
import { IS_ATTEMPT } from "../call/counted-attempts.ts";
import type { OrganizationTransaction } from "../database.ts";

/** A call whose carrier was asked, or one that rules refused, and what became of it. */
export interface MadeCallRow {
  id: number;
  createdAt: Date;
  /** With its microseconds, which a `Date` does not have: the place where the next page begins. */
  createdAtExact: string;
  /** When its carrier was asked; of a refused call: when it was refused. */
  requestedAt: Date;
  /** A rule of a pack, or of the organization, refused it. */
  isRefused: boolean;
  name: string;
  campaignId: number | null;
  phoneNumber: string;
  /** Of the campaign's contact; null: the call was of no campaign. */
  zones: string | null;
  outcome: string | null;
  costMinor: number | null;
  currency: string | null;
  callerId: string | null;
  /** Of the campaign's contact. */
  attributes: Record<string, unknown> | null;
  consent: string;
  consentAttested: boolean;
  list: string | null;
  /** The zone of its campaign's schedule; null: there is none. */
  scheduleZone: string | null;
}

/** The calls of a span. */
interface CallSpan {
  from: Date;
  to: Date;
  environment: "production" | "sandbox";
}

/** Reads a page of the outgoing calls of a span, in the order in which they were queued. */
export const listMadeCalls = async (
  tx: OrganizationTransaction,
  span: CallSpan & {
    after: MadeCallRow | null;
    limit: number;
    /** Also those that rules refused, and none that its carrier refused before it rang; of one in so many numbers. */
    ruled?: { oneIn: number };
  },
): Promise<MadeCallRow[]> => {
  const { from, to, environment, after, limit, ruled } = span;
  const { rows } = await sql<MadeCallRow>`
    select r.id, r.created_at as "createdAt", r.created_at::text as "createdAtExact", coalesce(r.carrier_requested_at, r.ended_at) as "requestedAt", r.carrier_requested_at is null as "isRefused", r.name, r.campaign_id as "campaignId",
      r.called_number as "phoneNumber", c.timezone as zones, r.outcome, r.cost_minor as "costMinor", r.currency,
      r.caller_number as "callerId", c.attributes, coalesce(consents.status, 'unknown') as consent,
      campaign.consent_attested_at is not null as "consentAttested", contact_list.name as list,
      campaign.schedule_config ->> 'timezone' as "scheduleZone"
    from call_runs r left join campaign_contacts c on c.id = r.campaign_contact_id
      left join campaigns campaign on campaign.id = r.campaign_id
      left join contact_lists contact_list on contact_list.id = campaign.contact_list_id
      left join consents on consents.organization_id = r.organization_id and consents.phone_number = r.called_number
        and consents.environment = r.environment
    where r.organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
      and r.created_at >= ${from} and r.created_at < ${to} and r.environment = ${environment}
      and r.direction = 'outbound' and r.called_number is not null
      and ${ruled ? selectRuledOf(ruled) : sql`r.carrier_requested_at is not null`}
      and (r.created_at, r.id) > (${after?.createdAtExact ?? from}::timestamptz, ${after?.id ?? 0}::bigint)
    order by r.created_at, r.id limit ${limit}`.execute(tx);
  return rows;
};

/** The sentence of a refusal by a rule begins with its name. */
const selectRuledOf = ({ oneIn }: { oneIn: number }) => sql`
  (r.carrier_requested_at is not null and ${IS_ATTEMPT}
    or r.state = 'blocked' and r.ended_at is not null and (r.outcome = 'blocked_rule' or r.error like 'Rule %'))
  and (${oneIn}::bigint = 1 or abs(hashtext(r.called_number)::bigint) % ${oneIn}::bigint = 0)`;

/** Counts the calls of a span, of every kind, up to a limit. */
export const countCallsOf = async (
  tx: OrganizationTransaction,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::integer as calls from (select 1 from call_runs r
      where r.organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
        and r.created_at >= ${from} and r.created_at < ${to} limit ${limit}) counted`.execute(tx);
  return rows[0]?.calls ?? 0;
};
