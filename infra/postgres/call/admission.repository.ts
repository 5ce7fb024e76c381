import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { joinPermission, PERMISSION_COLUMNS, type PermissionRow } from "../contact/number-permission.ts";
import type { CallRun } from "./call-run.entity.ts";

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

/** Reads the rows that decide about dialling a run's number now. */
export const readAdmissionRows = async (tx: OrganizationTransaction, run: CallToAdmit, callerId: string | null) => {
  const { rows } = await sql<AdmissionRow>`
    select clock_timestamp() as now, campaign.state as campaign_state, campaign.max_concurrency as campaign_limit,
      case campaign.state when 'failed' then campaign.failure_reason
        when 'paused' then (select log.message from campaign_logs log
          where log.campaign_id = campaign.id and log.event in ('paused', 'breaker_tripped') order by log.id desc limit 1)
      end as campaign_says,
      ${PERMISSION_COLUMNS},
      (select count(*) from call_runs r where r.organization_id = ${run.organization_id}
        and r.ended_at is null and r.state in ('dialing','ringing','in_progress')
        and r.mode not in ('textchat','smallwebrtc')) as live_of_organization,
      o.concurrent_call_limit as limit_of_organization,
      (select count(*) from call_runs r where r.telephony_configuration_id = ${run.telephony_configuration_id}
        and r.ended_at is null and r.state in ('dialing','ringing','in_progress')) as live_of_account,
      (select count(*) from call_runs r where r.telephony_configuration_id = ${run.telephony_configuration_id}
        and r.direction = 'outbound' and r.ended_at is null and r.state in ('dialing','ringing','in_progress')) as live_out_of_account,
      (select count(*) from call_runs r where r.telephony_configuration_id = ${run.telephony_configuration_id}
        and r.direction = 'outbound' and r.caller_number = ${callerId}
        and r.ended_at is null and r.state in ('dialing','ringing','in_progress')) as live_of_caller_id,
      (select count(*) from call_runs r where r.campaign_id = ${run.campaign_id}
        and r.ended_at is null and r.state in ('dialing','ringing','in_progress')) as live_of_campaign,
      o.max_attempts_per_number_per_day,
      case when o.max_attempts_per_number_per_day is not null then
        (select array_agg(r.carrier_requested_at order by r.carrier_requested_at) from call_runs r
         where r.organization_id = ${run.organization_id} and r.called_number = ${run.called_number}
           and r.carrier_requested_at > now() - interval '24 hours' and (r.end_reason is null or r.end_reason not in ('throttled','account_unusable'))) end as recent_attempts
    from organizations o left join campaigns campaign on campaign.id = ${run.campaign_id}
      ${joinPermission({ organizationId: sql`o.id`, phoneNumber: run.called_number })} where o.id = ${run.organization_id}`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error(`organization ${run.organization_id} is gone`);
  return row;
};

interface AdmissionRow extends PermissionRow {
  now: Date;
  campaign_state: string | null;
  campaign_limit: number | null;
  /** Why the campaign is not running. */
  campaign_says: string | null;
  live_of_organization: number;
  limit_of_organization: number;
  live_of_account: number;
  live_out_of_account: number;
  live_of_caller_id: number;
  live_of_campaign: number;
  max_attempts_per_number_per_day: number | null;
  recent_attempts: Date[] | null;
}

/** Reads the contact's row for admission; undefined for calls outside campaigns. */
export const readContactRow = (tx: OrganizationTransaction, run: Pick<CallToAdmit, "campaign_contact_id">) =>
  tx
    .selectFrom("campaign_contacts")
    .select(["state", "timezone", "last_outcome", sql<Date | null>`nullif(next_attempt_at, '-infinity')`.as("due_at")])
    .where("id", "=", run.campaign_contact_id)
    .executeTakeFirst();

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
    .select(["next_slot_at", sql<Date>`clock_timestamp()`.as("now")])
    .where("telephony_configuration_id", "=", account.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const nowMs = row.now.getTime();
  return { nextMs: Math.max(row.next_slot_at.getTime(), nowMs), nowMs };
};

/** Moves the account's next free instant forward; never back. */
export const movePace = async (tx: OrganizationTransaction, accountId: number, nextSlotAt: Date): Promise<void> => {
  await tx
    .updateTable("telephony_paces")
    .set({ next_slot_at: sql<Date>`greatest(next_slot_at, ${nextSlotAt})` })
    .where("telephony_configuration_id", "=", accountId)
    .execute();
};

/** Returns the account's next free instant without reserving it, epoch milliseconds; 0: it has dialled nothing yet. */
export const readPace = async (tx: OrganizationTransaction, accountId: number): Promise<number> => {
  const row = await tx
    .selectFrom("telephony_paces")
    .select("next_slot_at")
    .where("telephony_configuration_id", "=", accountId)
    .executeTakeFirst();
  return row?.next_slot_at.getTime() ?? 0;
};
