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
}

/** Reads a page of the outgoing calls of a span, in the order in which they were queued. */
export const listMadeCalls = async (
  tx: OrganizationTransaction,
  span: { from: Date; to: Date; environment: "production" | "sandbox"; after: MadeCallRow | null; limit: number },
): Promise<MadeCallRow[]> => {
  const { from, to, environment, after, limit } = span;
  const { rows } = await sql<MadeCallRow>`
    select r.id, r.created_at as "createdAt", r.created_at::text as "createdAtExact", r.carrier_requested_at as "requestedAt", r.name, r.campaign_id as "campaignId",
      r.called_number as "phoneNumber", c.timezone as zones, r.outcome, r.cost_minor as "costMinor", r.currency
    from call_runs r left join campaign_contacts c on c.id = r.campaign_contact_id
    where r.organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
      and r.created_at >= ${from} and r.created_at < ${to} and r.environment = ${environment}
      and r.direction = 'outbound' and r.carrier_requested_at is not null and r.called_number is not null
      and (r.created_at, r.id) > (${after?.createdAtExact ?? from}::timestamptz, ${after?.id ?? 0}::bigint)
    order by r.created_at, r.id limit ${limit}`.execute(tx);
  return rows;
};
