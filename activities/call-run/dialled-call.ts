import { SIMULATOR } from "../../domain/call/carrier-account.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/** A call that a carrier has had, with what is needed to ask about it. */
export interface DialledCall {
  run: CallRun;
  carrier: Carrier;
  credentials: CarrierCredentials;
  carrierCallId: string;
  /** By this process's clock; used only for the interval of requests. */
  secondsSinceEnd: number;
}

/** Returns null when no carrier has had this call, or its account is gone. */
export const readDialledCall = (
  { database, carriers, secrets, clock }: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<DialledCall | null> =>
  database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, runUuid);
    if (!run?.carrier_call_id) return null;
    const account = await tx
      .selectFrom("telephony_configurations")
      .selectAll()
      .where("id", "=", run.telephony_configuration_id)
      .executeTakeFirst();
    if (!account) return null;
    return {
      run,
      carrier: carriers.get(run.environment === "sandbox" ? SIMULATOR : account.provider),
      credentials: openCredentials(account, secrets),
      carrierCallId: run.carrier_call_id,
      secondsSinceEnd: (clock.now().getTime() - (run.ended_at ?? run.created_at).getTime()) / 1000,
    };
  });
