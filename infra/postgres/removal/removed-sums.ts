import { type RawBuilder, sql } from "kysely";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import { SESSION_MODES } from "../../../domain/call/modes-and-channels.rules.ts";
import { CHARGED_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { REMOVED_ATTEMPTS_KEPT } from "../../../domain/removal/removed-attempts.ts";
import { channelOf } from "../call/channel-columns.ts";
import { IS_ATTEMPT } from "../call/counted-attempts.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

/** Zones differ by quarters of an hour, so that any hour or day is made of whole ones. */
const quarterOf = (instant: RawBuilder<unknown>) =>
  sql`date_bin('15 minutes', ${instant}, timestamptz '2000-01-01 00:00:00+00')`;

const IS_SESSION = sql`r.mode in (${literals(SESSION_MODES)})`;

/** As budgets see it: a call counts from when its carrier was asked, a session while it is young. */
const SPENT_AT = sql`case when r.carrier_requested_at is not null then r.carrier_requested_at
  when ${IS_SESSION} and r.environment in (${literals(CHARGED_ENVIRONMENTS)}) then r.over_at end`;

const KIND = (currency: RawBuilder<unknown>) => sql`
  r.organization_id, r.agent_id, r.agent_version_id, r.campaign_id, r.environment, r.direction, ${channelOf("r")} as channel,
  r.outcome, r.disposition, r.answered_by, ${currency} as currency, ${quarterOf(sql`r.created_at`)} as created_quarter,
  ${quarterOf(SPENT_AT)} as spent_quarter, ${quarterOf(sql`r.carrier_accepted_at`)} as accepted_quarter`;

const MODELS_IN_OWN_CURRENCY = sql`case when r.model_usage ->> 'currency' = r.currency
  then coalesce((r.model_usage ->> 'cost_minor')::bigint, 0) else 0 end`;

/** By currency, what models took of a run, and what budgets hold for a price that nobody will name any more. */
const MONEY = sql`
  select priced.currency, priced.amount::bigint as model_minor, 0::bigint as held_minor
    from jsonb_each_text(coalesce(r.model_usage -> 'priced_parts', '{}')) as priced (currency, amount)
  union all
  select r.model_usage ->> 'currency', coalesce((r.model_usage ->> 'cost_minor')::bigint, 0), 0
    where r.model_usage ->> 'currency' is not null
      and not coalesce(r.model_usage -> 'priced_parts', '{}') ? (r.model_usage ->> 'currency')
  union all
  select r.reserved_currency, 0, r.reserved_minor where r.reserved_minor is not null and r.reserved_currency is not null`;

/** Adds these runs, which are about to be removed, to the sums that outlive them. */
export const addRemovedSums = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    with cells as (
      select ${KIND(sql`r.currency`)}, 1 as runs, (r.attempt = 1)::integer as first_attempts,
        (r.carrier_requested_at is not null)::integer as requested, coalesce(r.duration_seconds, 0) as duration_seconds,
        coalesce(r.duration_seconds, 0)::double precision ^ 2 as duration_squares, coalesce(r.cost_minor, 0) as cost_minor,
        case when r.reserved_minor is null then coalesce(r.cost_minor - ${MODELS_IN_OWN_CURRENCY}, 0) else 0 end as carrier_minor,
        0::bigint as model_minor, coalesce((r.model_usage ->> 'prompt_tokens')::bigint, 0) as prompt_tokens,
        coalesce((r.model_usage ->> 'completion_tokens')::bigint, 0) as completion_tokens
      from call_runs r where r.id = any(${[...runIds]}::bigint[])
      union all
      select ${KIND(sql`money.currency`)}, 0, 0, 0, 0, 0, 0, money.held_minor, money.model_minor, 0, 0
      from call_runs r cross join lateral (${MONEY}) money where r.id = any(${[...runIds]}::bigint[])
    )
    insert into removed_run_sums as sums (organization_id, agent_id, agent_version_id, campaign_id, environment, direction, channel,
      outcome, disposition, answered_by, currency, created_quarter, spent_quarter, accepted_quarter, runs, first_attempts, requested,
      duration_seconds, duration_squares, cost_minor, carrier_minor, model_minor, prompt_tokens, completion_tokens, removed_at)
    select organization_id, agent_id, agent_version_id, campaign_id, environment, direction, channel, outcome, disposition, answered_by, currency,
      created_quarter, spent_quarter, accepted_quarter, sum(runs), sum(first_attempts), sum(requested), sum(duration_seconds),
      sum(duration_squares), sum(cost_minor), sum(carrier_minor), sum(model_minor), sum(prompt_tokens), sum(completion_tokens), now()
    from cells group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    on conflict (organization_id, created_quarter, agent_id, agent_version_id, campaign_id, environment, direction, channel, outcome,
      disposition, answered_by, currency, spent_quarter, accepted_quarter) do update set
      runs = sums.runs + excluded.runs, first_attempts = sums.first_attempts + excluded.first_attempts,
      requested = sums.requested + excluded.requested, duration_seconds = sums.duration_seconds + excluded.duration_seconds,
      duration_squares = sums.duration_squares + excluded.duration_squares, cost_minor = sums.cost_minor + excluded.cost_minor,
      carrier_minor = sums.carrier_minor + excluded.carrier_minor, model_minor = sums.model_minor + excluded.model_minor,
      prompt_tokens = sums.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = sums.completion_tokens + excluded.completion_tokens, removed_at = excluded.removed_at`.execute(
    tx,
  );
};

const KEPT_FOR_LIMIT = sql`interval ${sql.lit(`${REMOVED_ATTEMPTS_KEPT.hours} hours`)}`;
const KEPT_FOR_RULES = sql`interval ${sql.lit(`${REMOVED_ATTEMPTS_KEPT.daysForRules} days`)}`;

/**
 * The attempts of a day count against their numbers' limit although their runs are gone; where an organization has rule packs, those
 * of the longest span that a rule may count.
 */
export const keepAttempts = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    insert into removed_attempts (organization_id, called_number, environment, at, answered)
    select r.organization_id, called_number, environment, carrier_requested_at, coalesce(outcome in (${literals(ANSWERED_OUTCOMES)}), false)
    from call_runs r join organizations o on o.id = r.organization_id
    where r.id = any(${[...runIds]}::bigint[]) and called_number is not null
      and carrier_requested_at > now() - case when o.rule_packs is null and o.own_rules is null then ${KEPT_FOR_LIMIT} else ${KEPT_FOR_RULES} end
      and ${IS_ATTEMPT}`.execute(tx);
};

/** Notes at the contacts which of their runs are gone. */
export const noteRemovedRuns = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    update campaign_contacts c set removed_run_id = greatest(c.removed_run_id, r.id)
    from (select campaign_contact_id, max(id) as id from call_runs
      where id = any(${[...runIds]}::bigint[]) and campaign_contact_id is not null group by 1) r
    where c.id = r.campaign_contact_id`.execute(tx);
};

/** The limits of tokens, by which visitors talk, hold for ever. */
export const noteTokens = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    update embed_tokens t set removed_runs = t.removed_runs + r.runs, removed_seconds = t.removed_seconds + r.seconds
    from (select embed_token_id, count(*) as runs, coalesce(sum(duration_seconds) filter (where started_at is not null), 0) as seconds
      from call_runs where id = any(${[...runIds]}::bigint[]) and embed_token_id is not null group by 1) r
    where t.id = r.embed_token_id`.execute(tx);
};

/** What is known of a campaign's removed calls; null: none was removed. */
export interface CallsRemoved {
  calls: number;
  /** When the latest of them was removed. */
  at: Date;
}

export const readCallsRemoved = async (
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<CallsRemoved | null> => {
  const { rows } = await sql<{ calls: number | null; at: Date | null }>`
    select sum(runs)::bigint as calls, max(removed_at) as at from removed_run_sums where campaign_id = ${campaignId}`.execute(
    tx,
  );
  const { calls = null, at = null } = rows[0] ?? {};
  return calls === null || at === null ? null : { calls, at };
};
