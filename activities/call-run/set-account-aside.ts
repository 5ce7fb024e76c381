import { isJudgedByCarrier } from "../../domain/call/carrier-account.ts";
import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import { setAccountAside } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { OutboundCall } from "./outbound-call.ts";

/**
 * Asks a carrier about the account that it refused a call for, and sets the account aside until somebody has mended it when the
 * carrier says that it does not work: the refusal may also have been about the caller id, our addresses or the credit. It runs
 * after the call's end is stored; after a crash in between, the next refused call asks again.
 */
export const setRefusedAccountAside = async (
  { database, clock }: Pick<WorkerDependencies, "database" | "clock">,
  { account, carrier, credentials }: Pick<OutboundCall, "account" | "carrier" | "credentials">,
): Promise<void> => {
  if (!isJudgedByCarrier(carrier.description)) return;
  const { reachable, ok, message: reason } = await carrier.checkAccount(credentials);
  if (!reachable || ok) return;
  await database.inOrganization(account.organization_id, async (tx) => {
    if (!(await setAccountAside(tx, account, { reason, at: clock.now() }))) return;
    const { organization_id: organizationId, id } = account;
    await recordAccount(tx, { organizationId, id, change: "set_aside", actor: "system" });
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: "system",
      summary: `A carrier account was set aside: ${account.name}. ${reason}`,
      payload: { event: "account_set_aside", telephony_configuration_id: id },
    });
  });
};
