import { type AccountProblem, findAccountProblem } from "../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  resolveOutboundAccount,
  resolveSimulatorAccount,
} from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";

/**
 * Chooses the account of a call, a campaign or a number: the named one, else the simulator for sandbox keys, else the
 * default.
 */
export const chooseAccount = async (
  tx: OrganizationTransaction,
  { isSandbox, telephonyAccountId }: { isSandbox: boolean; telephonyAccountId: number | undefined },
): Promise<{ account: TelephonyAccount } | { problem: AccountProblem }> => {
  const isNamed = telephonyAccountId !== undefined;
  const account =
    isSandbox && !isNamed
      ? await resolveSimulatorAccount(tx)
      : await resolveOutboundAccount(tx, { telephonyAccountId: telephonyAccountId ?? null });
  const problem = findAccountProblem(account, { isNamed, isSandbox });
  return account && problem === null ? { account } : { problem: problem ?? "none" };
};
