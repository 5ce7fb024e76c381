import { isPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { listPhoneNumbers, type PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { buildInboundTarget } from "../../infra/telephony/call-addresses.ts";
import { pointNumber } from "../../infra/telephony/point-number.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Lists the account's numbers that its carrier lets people call; empty where the carrier keeps no settings of ours. */
export const listCalledNumbers = async (
  context: OperationContext,
  account: Pick<TelephonyAccount, "id" | "provider">,
): Promise<PhoneNumberWithAgent[]> => {
  if (!context.carriers.get(account.provider).pointInbound) return [];
  const numbers = await context.inOrganization((tx) => listPhoneNumbers(tx, account.id));
  return numbers.filter(isPointedAtUs);
};

/**
 * Tells the carrier again who may call these numbers, or with `serves: false` that nobody may. Returns a sentence for each number
 * for which that failed.
 */
export const pointNumbers = async (
  { carriers, config, secrets }: OperationContext,
  {
    account,
    numbers,
    serves,
  }: { account: TelephonyAccount; numbers: readonly PhoneNumberWithAgent[]; serves: boolean },
): Promise<string[]> => {
  const { provider, organization_id: organizationId, id: telephonyAccountId } = account;
  const called = { carrier: carriers.get(provider), credentials: openCarrierCredentials(account, secrets) };
  const target = buildInboundTarget(readPublicBaseUrl(config), { provider, organizationId, telephonyAccountId });
  const failures: string[] = [];
  for (const { address_normalized: phoneNumber, carrier_number_id: carrierNumberId } of numbers) {
    const { ok, message } = await pointNumber(called, { phoneNumber, carrierNumberId }, { target, serves });
    if (!ok) failures.push(`${phoneNumber}: ${message ?? "the carrier did not say why"}`);
  }
  return failures;
};
