import { sql } from "kysely";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import { PLANNED_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import { IS_ATTEMPT } from "../call/counted-attempts.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

/** A campaign that calls people, or will. */
export interface OpenCampaign {
  id: number;
  name: string;
  attested: boolean;
  list: string | null;
  /** The zone of its schedule; null: it has none. */
  timezone: string | null;
}

export const listOpenCampaigns = async (tx: OrganizationTransaction): Promise<OpenCampaign[]> => {
  const { rows } = await sql<OpenCampaign>`
    select c.id, c.name, c.consent_attested_at is not null as attested, list.name as list, c.schedule_config ->> 'timezone' as timezone
    from campaigns c left join contact_lists list on list.id = c.contact_list_id
    where c.organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
      and c.state in (${literals(PLANNED_STATES)}) and c.environment = 'production' and c.deleted_at is null
    order by c.id`.execute(tx);
  return rows;
};

/** A contact that its campaign has yet to call, or to call again. */
export interface WaitingContact {
  id: number;
  phoneNumber: string;
  /** The zones that the person may be in, as a key. */
  zones: string;
  attributes: Record<string, unknown>;
  consent: string;
  attempts: { at: string; answered: boolean }[] | null;
}

/** Reads a page of them, with the attempts on their numbers within the last `days`. */
export const listWaitingContacts = async (
  tx: OrganizationTransaction,
  { campaignId, afterId, limit, days }: { campaignId: number; afterId: number; limit: number; days: number },
): Promise<WaitingContact[]> => {
  const { rows } = await sql<WaitingContact>`
    select c.id, c.phone_number as "phoneNumber", c.timezone as zones, c.attributes, coalesce(consents.status, 'unknown') as consent,
      (select json_agg(json_build_object('at', r.carrier_requested_at, 'answered', coalesce(r.outcome in (${literals(ANSWERED_OUTCOMES)}), false))
          order by r.carrier_requested_at)
        from call_runs r
        where r.organization_id = c.organization_id and r.called_number = c.phone_number and r.environment = 'production'
          and r.over_at > now() - ${days} * interval '24 hours' and r.carrier_requested_at > now() - ${days} * interval '24 hours'
          and ${IS_ATTEMPT}) as attempts
    from campaign_contacts c
      left join consents on consents.organization_id = c.organization_id and consents.phone_number = c.phone_number
        and consents.environment = 'production'
    where c.campaign_id = ${campaignId} and c.id > ${afterId} and c.waits
    order by c.id limit ${limit}`.execute(tx);
  return rows;
};
