import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** A call whose carrier was asked, and what became of it. */
export interface MadeCallRow {
  id: number;
  createdAt: Date;
  /** With its microseconds, which a `Date` does not have: the place where the next page begins. */
  createdAtExact: string;
  requestedAt: Date;
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
}

/** Reads a page of the outgoing calls of a span, in the order in which they were queued. */
export const listMadeCalls = async (
  tx: OrganizationTransaction,
  span: { from: Date; to: Date; environment: "production" | "sandbox"; after: MadeCallRow | null; limit: number },
): Promise<MadeCallRow[]> => {
  const { from, to, environment, after, limit } = span;
  const { rows } = await sql<MadeCallRow>`
    select r.id, r.created_at as "createdAt", r.created_at::text as "createdAtExact", r.carrier_requested_at as "requestedAt", r.name, r.campaign_id as "campaignId",
      r.called_number as "phoneNumber", c.timezone as zones, r.outcome, r.cost_minor as "costMinor", r.currency,
      r.caller_number as "callerId", c.attributes, coalesce(consents.status, 'unknown') as consent,
      campaign.consent_attested_at is not null as "consentAttested", contact_list.name as list
    from call_runs r left join campaign_contacts c on c.id = r.campaign_contact_id
      left join campaigns campaign on campaign.id = r.campaign_id
      left join contact_lists contact_list on contact_list.id = campaign.contact_list_id
      left join consents on consents.organization_id = r.organization_id and consents.phone_number = r.called_number
        and consents.environment = r.environment
    where r.organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
      and r.created_at >= ${from} and r.created_at < ${to} and r.environment = ${environment}
      and r.direction = 'outbound' and r.carrier_requested_at is not null and r.called_number is not null
      and (r.created_at, r.id) > (${after?.createdAtExact ?? from}::timestamptz, ${after?.id ?? 0}::bigint)
    order by r.created_at, r.id limit ${limit}`.execute(tx);
  return rows;
};
