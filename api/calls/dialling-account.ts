import { checkOutboundReadiness } from "../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { chooseCallerId, openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireCarrierAccount } from "../require-carrier-account.ts";
import { accountNotReady } from "../telephony/telephony.errors.ts";
import { callerIdNotFound } from "./calls.errors.ts";

export interface AccountChoice {
  telephonyAccountId: number | undefined;
  fromPhoneNumberId: number | undefined;
}

/** Returns the carrier account and caller id of a call; throws what prevents dialling. */
export const chooseAccountForCall = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  choice: AccountChoice,
): Promise<{ account: TelephonyAccount; callerId: string | null }> => {
  const account = await requireCarrierAccount(context, tx, choice.telephonyAccountId);
  await requireReady(context, tx, account);
  const { fromPhoneNumberId: phoneNumberId } = choice;
  // Any other strategy depends on calls in progress, so it is applied when the call is admitted.
  if (phoneNumberId === undefined && account.caller_id_strategy !== "default") return { account, callerId: null };
  const callerId = await chooseCallerId(tx, {
    telephonyAccountId: account.id,
    ...(phoneNumberId !== undefined && { phoneNumberId }),
  });
  if (callerId === null && phoneNumberId !== undefined) throw callerIdNotFound();
  return { account, callerId };
};

const requireReady = async (
  { carriers, secrets }: OperationContext,
  tx: OrganizationTransaction,
  account: TelephonyAccount,
): Promise<void> => {
  const numbers = (await findTelephonyAccount(tx, account.id))?.active_number_count ?? 0;
  const { ready, blockedReason } = checkOutboundReadiness(account, {
    activeNumbers: numbers,
    description: carriers.get(account.provider).description,
    credentials: openCredentials(account, secrets),
  });
  if (!ready) throw accountNotReady(blockedReason ?? "This carrier account cannot dial");
};
