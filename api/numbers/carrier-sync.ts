import { areTextsPointedAtUs, isPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import type { PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { buildInboundTarget } from "../../infra/telephony/call-addresses.ts";
import { type CarrierSync, tellOfNumber } from "../../infra/telephony/point-number.ts";
import type { OperationContext } from "../http/operation-context.ts";

type PointedNumber = Pick<
  PhoneNumberWithAgent,
  | "address_normalized"
  | "address_type"
  | "carrier_number_id"
  | "inbound_agent_id"
  | "text_agent_id"
  | "is_active"
  | "managed"
  | "ownership"
>;

/** The sync of a repeated answer whose first request died while the carrier was being told. */
export const NOT_TOLD_YET: CarrierSync = {
  ok: false,
  message: "The request ended before the carrier was updated; save the number again",
};

const CALLER_ID_ONLY: CarrierSync = {
  ok: false,
  message: "A verified number is a caller id only: it is not on the account, so calls to it go where they went before",
};

/** What the carrier is told of a number; what it is not told stays as it is there. */
export interface ToldOfNumber {
  calls: boolean;
  texts: boolean;
}

/**
 * Sets the target of calls and of texts to the number at the carrier: us where they come to us (`isPointedAtUs`,
 * `areTextsPointedAtUs`), else none. Null: nothing was to be told.
 */
export const syncNumber = async (
  context: OperationContext,
  account: TelephonyAccount,
  number: PointedNumber,
  { calls, texts }: ToldOfNumber,
): Promise<CarrierSync | null> => {
  if (!calls && !texts) return null;
  if (number.ownership === "verified") return calls ? CALLER_ID_ONLY : null;
  const { provider, organization_id: organizationId, id: telephonyAccountId } = account;
  const target = buildInboundTarget(readPublicBaseUrl(context.config), {
    provider,
    organizationId,
    telephonyAccountId,
  });
  const at = {
    carrier: context.carriers.get(provider),
    credentials: openCarrierCredentials(account, context.secrets),
  };
  const owned = { phoneNumber: number.address_normalized, carrierNumberId: number.carrier_number_id };
  return tellOfNumber(at, owned, {
    calls: calls ? { target, serves: isPointedAtUs(number) } : null,
    texts: texts ? { target, serves: areTextsPointedAtUs(number, account) } : null,
  });
};
