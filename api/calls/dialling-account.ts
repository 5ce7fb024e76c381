import { requireAccount } from "../telephony/telephony.errors.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import { callerIdFor, openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { readyForOutbound } from "../../domain/call/carrier-account.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { callerIdNotFound } from "./calls.errors.ts";
import { accountNotReady } from "../telephony/telephony.errors.ts";
import type { TelephonyConfiguration } from "../../infra/postgres/telephony/telephony-configuration.entity.ts";

export interface AccountChoice {
  telephonyConfigurationId: number | undefined;
  fromPhoneNumberId: number | undefined;
}

/** The carrier account and caller id of a call; throws what stands in the way of dialling with them. */
export const accountForCall = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  choice: AccountChoice,
): Promise<{ account: TelephonyConfiguration; callerId: string | null }> => {
  const account = await requireAccount(context, tx, choice.telephonyConfigurationId);
  await requireReady(context, tx, account);
  const { fromPhoneNumberId: phoneNumberId } = choice;
  // Any other strategy looks at the calls under way: its choice is made when the call is admitted.
  if (phoneNumberId === undefined && account.caller_id_strategy !== "default") return { account, callerId: null };
  const callerId = await callerIdFor(tx, {
    configurationId: account.id,
    ...(phoneNumberId !== undefined && { phoneNumberId }),
  });
  if (callerId === null && phoneNumberId !== undefined) throw callerIdNotFound();
  return { account, callerId };
};

const requireReady = async (
  { carriers, secrets }: OperationContext,
  tx: OrganizationTransaction,
  account: TelephonyConfiguration,
): Promise<void> => {
  const numbers = (await findConfiguration(tx, account.id))?.active_number_count ?? 0;
  const { ready, blockedReason } = readyForOutbound(account, {
    activeNumbers: numbers,
    description: carriers.get(account.provider).description,
    credentials: openCredentials(account, secrets),
  });
  if (!ready) throw accountNotReady(blockedReason ?? "This carrier account cannot dial");
};
