import { isPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import type { PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { buildInboundTarget } from "../../infra/telephony/call-addresses.ts";
import { type CarrierSync, pointNumber } from "../../infra/telephony/point-number.ts";
import type { OperationContext } from "../http/operation-context.ts";

type PointedNumber = Pick<
  PhoneNumberWithAgent,
  "address_normalized" | "carrier_number_id" | "inbound_agent_id" | "is_active" | "managed" | "ownership"
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

/** Sets the target of calls to the number at the carrier: us where they come to us (`isPointedAtUs`), else none. */
export const syncNumber = async (
  context: OperationContext,
  account: TelephonyAccount,
  number: PointedNumber,
): Promise<CarrierSync> => {
  if (number.ownership === "verified") return CALLER_ID_ONLY;
  const { provider, organization_id: organizationId, id: telephonyAccountId } = account;
  const target = buildInboundTarget(readPublicBaseUrl(context.config), {
    provider,
    organizationId,
    telephonyAccountId,
  });
  return pointNumber(
    { carrier: context.carriers.get(provider), credentials: openCarrierCredentials(account, context.secrets) },
    { phoneNumber: number.address_normalized, carrierNumberId: number.carrier_number_id },
    { target, serves: isPointedAtUs(number) },
  );
};
