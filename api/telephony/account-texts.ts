import { areTextsPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { listPhoneNumbers, type PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { buildInboundTarget } from "../../infra/telephony/call-addresses.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { TextTarget } from "../../infra/telephony/carrier-numbers.ts";
import { pointNumberTexts } from "../../infra/telephony/point-number.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** So many numbers of an account are looked at or pointed while somebody waits for the answer. */
const MOST_NUMBERS = 20;

const listTextNumbers = async (
  context: OperationContext,
  { id, provider }: TelephonyAccount,
): Promise<PhoneNumberWithAgent[]> => {
  const carrier = context.carriers.get(provider);
  if (carrier.messages === null || carrier.numbers === null) return [];
  const numbers = await context.inOrganization((tx) => listPhoneNumbers(tx, id));
  const own = numbers.filter(
    ({ is_active: isActive, ownership, address_type: type }) => isActive && ownership === "account" && type === "pstn",
  );
  return own.slice(0, MOST_NUMBERS);
};

const addressesOf = ({ config }: OperationContext, account: TelephonyAccount) => {
  const { provider, organization_id: organizationId, id: telephonyAccountId } = account;
  return buildInboundTarget(readPublicBaseUrl(config), { provider, organizationId, telephonyAccountId });
};

/**
 * Has the carrier hand texts to the account's numbers over here, or no more, as its agent for texts says now. Returns a sentence for
 * each number for which that failed.
 */
export const pointAccountTexts = async (
  context: OperationContext,
  account: TelephonyAccount,
  before: Pick<TelephonyAccount, "text_agent_id">,
): Promise<string[]> => {
  const at = {
    carrier: context.carriers.get(account.provider),
    credentials: openCarrierCredentials(account, context.secrets),
  };
  const failures: string[] = [];
  for (const number of await listTextNumbers(context, account)) {
    const serves = areTextsPointedAtUs(number, account);
    if (!serves && !areTextsPointedAtUs(number, before)) continue;
    const owned = { phoneNumber: number.address_normalized, carrierNumberId: number.carrier_number_id };
    const sync = await pointNumberTexts(at, owned, { target: addressesOf(context, account), serves });
    if (!sync.ok) failures.push(`${number.address_normalized}: ${sync.message ?? "the carrier did not say why"}`);
  }
  return failures;
};

/** Says of which of the account's numbers texts do not come here, and how they would; null: those of all do, or nobody can tell. */
export const explainTextsElsewhere = async (
  context: OperationContext,
  account: TelephonyAccount,
): Promise<string | null> => {
  const carrier = context.carriers.get(account.provider);
  const credentials = openCarrierCredentials(account, context.secrets);
  const { textUrl } = addressesOf(context, account);
  const elsewhere: string[] = [];
  for (const number of await listTextNumbers(context, account)) {
    const owned = { phoneNumber: number.address_normalized, carrierNumberId: number.carrier_number_id };
    const found = await lookAt(async () => carrier.numbers?.findTextTarget(credentials, owned));
    if (found?.isAble && found.url !== textUrl) elsewhere.push(number.address_normalized);
  }
  if (elsewhere.length === 0) return null;
  const { displayName } = carrier.description;
  return `Texts to ${elsewhere.join(", ")} do not come here: choose who answers them, or enter ${textUrl} at ${displayName}.`;
};

/** A carrier that cannot be asked says nothing against its numbers. */
const lookAt = async (look: () => Promise<TextTarget | undefined>): Promise<TextTarget | undefined> => {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CarrierRefusedError || error instanceof CarrierUnavailableError) return undefined;
    throw error;
  }
};
