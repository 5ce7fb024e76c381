import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { chooseProvider } from "../../domain/environment/sandbox.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** A call that was requested from a carrier, with what is needed to ask about it. */
export interface RequestedCall {
  run: CallRun;
  carrier: Carrier;
  credentials: CarrierCredentials;
  /** The configuration names another account of the carrier since then, which knows nothing of the call. */
  isOfFormerAccount: boolean;
}

/** A call that its carrier has received. */
export interface DialledCall extends RequestedCall {
  carrierCallId: string;
  /** By this process's clock; used only for the interval of requests. */
  secondsSinceEnd: number;
}

/**
 * Reads a call from its run and account alone: what would keep it from being placed today (an archived agent, models
 * that are gone) must not keep it from being followed and hung up. Returns null when run or account is gone.
 */
export const readRequestedCall = (
  { database, carriers, secrets }: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<RequestedCall | null> =>
  database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, runUuid);
    if (!run) return null;
    const account = await findAccount(tx, run.telephony_configuration_id);
    if (!account) return null;
    return {
      run,
      carrier: carriers.get(chooseProvider(run.environment, account.provider)),
      credentials: openCarrierCredentials(account, secrets),
      isOfFormerAccount: isOfFormerAccount(run, account),
    };
  });

export const findAccount = (
  tx: OrganizationTransaction,
  accountId: number | null,
): Promise<TelephonyAccount | undefined> =>
  tx.selectFrom("telephony_configurations").selectAll().where("id", "=", accountId).executeTakeFirst();

export const isOfFormerAccount = (run: CallRun, { account_changed_at: changedAt }: TelephonyAccount): boolean =>
  changedAt !== null && (run.carrier_requested_at ?? run.created_at) < changedAt;

/** By this process's clock; used only for the interval of requests. */
export const computeSecondsSinceEnd = (run: CallRun, { clock }: Pick<WorkerDependencies, "clock">): number =>
  (clock.now().getTime() - (run.ended_at ?? run.created_at).getTime()) / 1000;

/** Returns the run of a call whose account was deleted after it; null when the account exists, or no carrier has received the call. */
export const findRunOfDeletedAccount = async (
  { database }: Pick<WorkerDependencies, "database">,
  { organizationId, runUuid }: CallRunInput,
): Promise<CallRun | null> => {
  const run = await database.inOrganization(organizationId, (tx) => findRun(tx, runUuid));
  return run?.carrier_call_id && run.telephony_configuration_id === null ? run : null;
};

/** Returns null when no carrier has received this call, or its account is gone. */
export const readDialledCall = async (deps: WorkerDependencies, input: CallRunInput): Promise<DialledCall | null> => {
  const call = await readRequestedCall(deps, input);
  if (!call?.run.carrier_call_id) return null;
  return {
    ...call,
    carrierCallId: call.run.carrier_call_id,
    secondsSinceEnd: computeSecondsSinceEnd(call.run, deps),
  };
};
