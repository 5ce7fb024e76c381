import { chooseAccount } from "../application/telephony/choose-account.ts";
import type { AccountProblem } from "../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import type { TelephonyAccount } from "../infra/postgres/telephony/telephony-account.entity.ts";
import type { HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";
import { accountNotFound, noAccount, realCarrierFromSandbox } from "./telephony/telephony.errors.ts";

const PROBLEMS: Record<AccountProblem, () => HttpError> = {
  none: noAccount,
  not_found: accountNotFound,
  real_carrier_from_sandbox: realCarrierFromSandbox,
};

/** Chooses the account of a call, a campaign or a request about numbers; throws when there is none. */
export const requireCarrierAccount = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  telephonyAccountId: number | undefined,
): Promise<TelephonyAccount> => {
  const isSandbox = actor.environment === "sandbox";
  const choice = await chooseAccount(tx, { isSandbox, telephonyAccountId });
  if ("problem" in choice) throw PROBLEMS[choice.problem]();
  return choice.account;
};
