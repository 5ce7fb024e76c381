import { type RawBuilder, sql } from "kysely";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import type { CallToAdmit } from "../call/admission.repository.ts";
import type { OrganizationTransaction } from "../database.ts";

/** What rules of packs ask of a called person besides what every admission reads. */
export interface RuledRow {
  attributes: Record<string, unknown> | null;
  /** The name of the campaign's contact list. */
  list: string | null;
  /** Requests to carriers for the number, oldest first. */
  attempts: { at: string; answered: boolean }[] | null;
}

/** Reads it for a call; attempts of the last `days`, among them those whose runs were removed. */
export const readRuledRow = async (tx: OrganizationTransaction, run: CallToAdmit, days: number): Promise<RuledRow> => {
  const attempts = days === 0 ? sql`null::json` : recentAttempts(run, sql`${days} * interval '24 hours'`);
  const { rows } = await sql<RuledRow>`
    select coalesce(contact.attributes, person.attributes) as attributes, list.name as list, ${attempts} as attempts
    from organizations o
      left join campaign_contacts contact on contact.id = ${run.campaign_contact_id}
      left join campaigns campaign on campaign.id = ${run.campaign_id}
      left join contact_lists list on list.id = campaign.contact_list_id
      left join lateral (
        select c.attributes from contacts c
        where contact.id is null and c.organization_id = o.id and c.phone_number = ${run.called_number}
        order by c.id desc limit 1
      ) person on true
    where o.id = ${run.organization_id}`.execute(tx);
  return rows[0] ?? { attributes: null, list: null, attempts: null };
};

const recentAttempts = (run: CallToAdmit, span: ReturnType<typeof sql>) => {
  const answered = sql.join(ANSWERED_OUTCOMES.map((outcome) => sql.lit(outcome)));
  const attempts = (progress: ReturnType<typeof sql>) => sql`
    select r.carrier_requested_at as at, coalesce(r.outcome in (${answered}), false) as answered from call_runs r
    where r.organization_id = ${run.organization_id} and r.called_number = ${run.called_number} and ${progress}
      and r.environment = ${run.environment} and r.carrier_requested_at > now() - ${span}
      and (r.end_reason is null or r.end_reason not in ('throttled','account_unusable'))`;
  return sql`(select json_agg(json_build_object('at', attempt.at, 'answered', attempt.answered) order by attempt.at) from (
    ${attempts(sql`r.over_at > now() - ${span}`)} union all ${attempts(sql`r.ended_at is null`)} union all
    select removed.at, removed.answered from removed_attempts removed
    where removed.organization_id = ${run.organization_id} and removed.called_number = ${run.called_number}
      and removed.environment = ${run.environment} and removed.at > now() - ${span}) attempt)`;
};

/** Own rules as their column takes them: the driver would send a list as an array of PostgreSQL. */
export const toOwnRulesColumn = (rules: readonly OwnRule[] | null): RawBuilder<OwnRule[]> | null =>
  rules === null ? null : sql<OwnRule[]>`${JSON.stringify(rules)}::jsonb`;
