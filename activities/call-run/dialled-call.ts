import { SIMULATOR } from "../../domain/call/carrier-account.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

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
    const account = await tx
      .selectFrom("telephony_configurations")
      .selectAll()
      .where("id", "=", run.telephony_configuration_id)
      .executeTakeFirst();
    if (!account) return null;
    return {
      run,
      carrier: carriers.get(run.environment === "sandbox" ? SIMULATOR : account.provider),
      credentials: openCarrierCredentials(account, secrets),
      isOfFormerAccount:
        account.account_changed_at !== null &&
        (run.carrier_requested_at ?? run.created_at) < account.account_changed_at,
    };
  });

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
  const endedAt = call.run.ended_at ?? call.run.created_at;
  return {
    ...call,
    carrierCallId: call.run.carrier_call_id,
    secondsSinceEnd: (deps.clock.now().getTime() - endedAt.getTime()) / 1000,
  };
};
