import { type AccountProblem, accountProblem } from "../../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { TelephonyConfiguration } from "./telephony-configuration.entity.ts";
import { resolveOutboundAccount, resolveSimulatorAccount } from "./telephony.repository.ts";

/** The account of a call, a campaign or a number: the one named, else the simulator for sandbox keys, else the default. */
export const chooseAccount = async (
  tx: OrganizationTransaction,
  { isSandbox, telephonyConfigurationId }: { isSandbox: boolean; telephonyConfigurationId: number | undefined },
): Promise<{ account: TelephonyConfiguration } | { problem: AccountProblem }> => {
  const isNamed = telephonyConfigurationId !== undefined;
  const account =
    isSandbox && !isNamed
      ? await resolveSimulatorAccount(tx)
      : await resolveOutboundAccount(tx, { telephonyConfigurationId: telephonyConfigurationId ?? null });
  const problem = accountProblem(account, { isNamed, isSandbox });
  return account && problem === null ? { account } : { problem: problem ?? "none" };
};
