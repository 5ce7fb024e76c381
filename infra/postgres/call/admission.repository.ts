import { sql } from "kysely";
import type { OrganizationBudget } from "../../../domain/call/budget.rules.ts";
import type { CallingHours } from "../../../domain/campaign/calling-hours.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import { joinPermission, PERMISSION_COLUMNS, type PermissionRow } from "../contact/number-permission.ts";
import type { OrganizationTransaction } from "../database.ts";
import { type AskedByRules, type RuledColumns, selectRuled } from "../rule-pack/ruled-call.repository.ts";
import type { CallRun } from "./call-run.entity.ts";
import { ATTEMPTS_WINDOW, IS_ATTEMPT } from "./counted-attempts.ts";
import { IS_LIVE, TAKES_LINE } from "./live-runs.ts";

/** The fields of a call that admission needs; the call is to be dialled, or somebody asks about it. */
export type CallToAdmit = Pick<
  CallRun,
  | "organization_id"
  | "campaign_id"
  | "campaign_contact_id"
  | "telephony_configuration_id"
  | "called_number"
  | "environment"
  | "dial_by"
>;

/**
 * Reads the rows that decide about dialling a run's number now, and where `ruled` is given what rules of packs ask besides.
 */
export const readAdmissionRows = async (
  tx: OrganizationTransaction,
  run: CallToAdmit,
  { callerId, ruled }: { callerId: string | null; ruled: AskedByRules | null },
) => {
  const { rows } = await sql<AdmissionRow>`
    select clock_timestamp() as now, campaign.state as campaign_state, campaign.max_concurrency as campaign_limit,
      case campaign.state when 'failed' then campaign.failure_reason
        when 'paused' then (select log.message from campaign_logs log
          where log.campaign_id = campaign.id and log.event in ('paused', 'breaker_tripped') order by log.id desc limit 1)
        when 'scheduled' then 'It begins at ' || to_char(campaign.begins_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      end as campaign_says, case campaign.state when 'scheduled' then campaign.begins_at end as campaign_begins_at,
      ${PERMISSION_COLUMNS},
      contact.state as contact_state, contact.timezone as contact_timezone, contact.last_outcome as contact_last_outcome,
      nullif(contact.next_attempt_at, '-infinity') as contact_due_at,
      o.calling_hours, o.timezone, o.budget, o.rule_packs, o.unconfirmed_rules, o.own_rules,
      live.*, o.concurrent_call_limit as limit_of_organization, o.max_attempts_per_number_per_day,
      case when o.max_attempts_per_number_per_day is not null then ${recentAttempts(run)} end as recent_attempts
      ${ruled === null ? sql`` : sql`, ${selectRuled(run, ruled)}`}
    from organizations o left join campaigns campaign on campaign.id = ${run.campaign_id}
      left join campaign_contacts contact on contact.id = ${run.campaign_contact_id}
      cross join lateral (${countLiveCalls(run, callerId)}) live
      ${joinPermission(tx, { organizationId: sql`o.id`, phoneNumber: run.called_number, environment: run.environment })} where o.id = ${run.organization_id}`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error(`organization ${run.organization_id} is gone`);
  return row;
};

/**
 * Counts the organization's calls in progress for each limit; they are few, so they are read once. Calls of sandbox keys reach only
 * the simulator, so they and real calls take no lines and no attempts from each other.
 */
const countLiveCalls = (run: CallToAdmit, callerId: string | null) => {
  const ofAccount = sql`r.telephony_configuration_id = ${run.telephony_configuration_id}`;
  return sql`
    select count(*) filter (where ${TAKES_LINE}) as live_of_organization,
      count(*) filter (where ${ofAccount}) as live_of_account,
      count(*) filter (where ${ofAccount} and r.direction = 'outbound') as live_out_of_account,
      count(*) filter (where ${ofAccount} and r.direction = 'outbound' and r.caller_number = ${callerId}) as live_of_caller_id,
      count(*) filter (where r.campaign_id = ${run.campaign_id}) as live_of_campaign
    from call_runs r
    where r.organization_id = ${run.organization_id} and r.environment = ${run.environment}
      and ${IS_LIVE}`;
};

/**
 * Selects when carriers were asked for the number, as far back as attempts count; `over_at` excludes calls that were over before. Attempts whose runs
 * were removed count on.
 */
const recentAttempts = (run: CallToAdmit) => {
  const attempts = (progress: ReturnType<typeof sql>) => sql`
    select r.carrier_requested_at as at from call_runs r
    where r.organization_id = ${run.organization_id} and r.called_number = ${run.called_number} and ${progress}
      and r.environment = ${run.environment}
      and r.carrier_requested_at > now() - ${ATTEMPTS_WINDOW}
      and ${IS_ATTEMPT}`;
  return sql`(select array_agg(attempt.at order by attempt.at) from (
    ${attempts(sql`r.over_at > now() - ${ATTEMPTS_WINDOW}`)} union all ${attempts(sql`r.ended_at is null`)} union all
    select removed.at from removed_attempts removed
    where removed.organization_id = ${run.organization_id} and removed.called_number = ${run.called_number}
      and removed.environment = ${run.environment} and removed.at > now() - ${ATTEMPTS_WINDOW}) attempt)`;
};

export interface AdmissionRow extends PermissionRow, RuledColumns {
  now: Date;
  /** The contact columns are null for calls outside campaigns. */
  contact_state: string | null;
  contact_timezone: string | null;
  contact_last_outcome: string | null;
  contact_due_at: Date | null;
  calling_hours: CallingHours | null;
  timezone: string | null;
  budget: OrganizationBudget | null;
  rule_packs: string[] | null;
  unconfirmed_rules: string[] | null;
  own_rules: OwnRule[] | null;
  campaign_state: string | null;
  campaign_limit: number | null;
  /** Why the campaign is not running. */
  campaign_says: string | null;
  /** When a scheduled campaign begins. */
  campaign_begins_at: Date | null;
  live_of_organization: number;
  limit_of_organization: number;
  live_of_account: number;
  live_out_of_account: number;
  live_of_caller_id: number;
  live_of_campaign: number;
  max_attempts_per_number_per_day: number | null;
  recent_attempts: Date[] | null;
}

/**
 * Makes admissions that count against the same limits wait for each other's transaction, so that two never take the
 * same last place.
 */
export const queueForAdmission = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "organization_id">,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`admission:${run.organization_id}`}, 0))`.execute(tx);
};

/**
 * Returns, by the database's clock, now and the instant from which the account may dial again, locked until the
 * transaction ends.
 */
export const lockPace = async (
  tx: OrganizationTransaction,
  account: { id: number; organization_id: number },
): Promise<{ nextMs: number; nowMs: number }> => {
  await tx
    .insertInto("telephony_paces")
    .values({ telephony_configuration_id: account.id, organization_id: account.organization_id })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const row = await tx
    .selectFrom("telephony_paces")
    .select([slotByPresentClock.as("next_slot_at"), sql<Date>`clock_timestamp()`.as("now")])
    .where("telephony_configuration_id", "=", account.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const nowMs = row.now.getTime();
  return { nextMs: Math.max(row.next_slot_at.getTime(), nowMs), nowMs };
};

/**
 * The next free instant of a row of `telephony_paces`. A clock that was set back since it was stored, or a standby's that is
 * behind, leaves it as far ahead as it was; else nothing would be dialled for that long.
 */
export const slotByPresentClock = sql<Date>`next_slot_at - greatest(moved_at - clock_timestamp(), interval '0')`;

/** Moves the account's next free instant forward; never back. */
export const movePace = async (tx: OrganizationTransaction, accountId: number, nextSlotAt: Date): Promise<void> => {
  await tx
    .updateTable("telephony_paces")
    .set({
      next_slot_at: sql<Date>`greatest(${slotByPresentClock}, ${nextSlotAt})`,
      moved_at: sql<Date>`clock_timestamp()`,
    })
    .where("telephony_configuration_id", "=", accountId)
    .execute();
};

/** Takes the account's next slot for a call that has missed its own; epoch milliseconds by the database's clock. */
export const takeNextSlot = async (
  tx: OrganizationTransaction,
  { accountId, runId, intervalMs }: { accountId: number; runId: number; intervalMs: number },
): Promise<{ slotMs: number; nowMs: number }> => {
  const interval = sql`${intervalMs}::double precision * interval '1 millisecond'`;
  const { rows } = await sql<{ slot: Date; now: Date }>`
    with taken as (
      update telephony_paces set next_slot_at = greatest(${slotByPresentClock}, clock_timestamp()) + ${interval},
        moved_at = clock_timestamp()
      where telephony_configuration_id = ${accountId} returning next_slot_at - ${interval} as slot
    ), noted as (
      update call_runs set pace_slot_at = taken.slot from taken where id = ${runId}
    ) select slot, clock_timestamp() as now from taken`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`account ${accountId} has no pace`);
  return { slotMs: row.slot.getTime(), nowMs: row.now.getTime() };
};

/**
 * Returns the account's next free instant without reserving it, epoch milliseconds; 0: it has dialled nothing yet.
 * `isSetBack`: the clock was set back since it was stored, so that it stays as far ahead until it is stored again.
 */
export const readPace = async (
  tx: OrganizationTransaction,
  accountId: number,
): Promise<{ slotMs: number; isSetBack: boolean }> => {
  const row = await tx
    .selectFrom("telephony_paces")
    .select([
      slotByPresentClock.as("next_slot_at"),
      sql<boolean | null>`moved_at > clock_timestamp()`.as("is_set_back"),
    ])
    .where("telephony_configuration_id", "=", accountId)
    .executeTakeFirst();
  return { slotMs: row?.next_slot_at.getTime() ?? 0, isSetBack: row?.is_set_back ?? false };
};
