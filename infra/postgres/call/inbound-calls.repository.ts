import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { PhoneNumber } from "../number/phone-number.entity.ts";
import type { CallRun } from "./call-run.entity.ts";
import { IS_LIVE, TAKES_LINE } from "./live-runs.ts";

/** An account that may be the target of an incoming call. Nothing is verified yet. */
export interface InboundCandidate {
  organization_id: number;
  telephony_configuration_id: number;
  /** Null: the account does not have this number. */
  phone_number_id: number | null;
}

/** Finds accounts of all organizations that have the called number, then those with the `fingerprint`. */
export const findInboundCandidates = async (
  { withoutOrganization }: Database,
  { provider, number, fingerprint }: { provider: string; number: string; fingerprint: Buffer | null },
): Promise<InboundCandidate[]> => {
  const { rows } = await sql<InboundCandidate>`
    select * from platform_inbound_candidates(${provider}, ${number}, ${fingerprint}::bytea)`.execute(
    withoutOrganization,
  );
  return rows;
};

export type CalledNumber = PhoneNumber;

export const findCalledNumber = (tx: OrganizationTransaction, id: number): Promise<CalledNumber | undefined> =>
  tx.selectFrom("phone_numbers").selectAll().where("id", "=", id).executeTakeFirst();

/** Finds the run of a carrier's call on an account. */
export const findInboundRun = (
  tx: OrganizationTransaction,
  call: { telephonyAccountId: number; carrierCallId: string },
): Promise<CallRun | undefined> =>
  tx
    .selectFrom("call_runs")
    .selectAll()
    .where("telephony_configuration_id", "=", call.telephonyAccountId)
    .where("inbound_call_id", "=", call.carrierCallId)
    .executeTakeFirst();

/**
 * Tells whether one more call fits the limits of organization and account, in which calls of sandbox keys do not count.
 * The caller queues for admission before.
 */
export const hasFreeLine = async (
  tx: OrganizationTransaction,
  account: { id: number; organization_id: number; concurrent_call_limit: number | null },
): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select live.calls < o.concurrent_call_limit
      and (${account.concurrent_call_limit}::int is null or live.of_account < ${account.concurrent_call_limit}::int) as free
    from organizations o cross join lateral (
      select count(*) filter (where ${TAKES_LINE}) as calls,
        count(*) filter (where r.telephony_configuration_id = ${account.id}) as of_account
      from call_runs r
      where r.organization_id = o.id and r.environment = 'production'
        and ${IS_LIVE}
    ) live where o.id = ${account.organization_id}`.execute(tx);
  return rows[0]?.free ?? false;
};
