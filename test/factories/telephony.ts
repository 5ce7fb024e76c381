import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { computeAccountFingerprint, sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { twilioDescription } from "../../infra/telephony/twilio/twilio.description.ts";
import type { TestDatabase } from "../harness/test-database.ts";
import { testSecrets } from "../harness/test-secrets.ts";

export const TWILIO_CREDENTIALS: CarrierCredentials = {
  account_sid: "AC00000000000000000000000000000001",
  auth_token: "0123456789abcdef0123456789abcdef",
};

/** Creates a Twilio account made by rows: no carrier is asked. */
export const createTwilioConfiguration = async (
  { everything }: TestDatabase,
  options: { organizationId: number; name?: string; credentials?: CarrierCredentials; isDefaultOutbound?: boolean },
): Promise<number> => {
  const { organizationId, name = "Twilio", credentials = TWILIO_CREDENTIALS, isDefaultOutbound = false } = options;
  const { id } = await everything
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name,
      provider: "twilio",
      is_default_outbound: isDefaultOutbound,
      ...sealCredentials(credentials, { organizationId, secrets: testSecrets }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** Creates a number on an account, made by a row. */
export const createPhoneNumberRow = async (
  { everything }: TestDatabase,
  options: {
    organizationId: number;
    telephonyAccountId: number;
    e164: string;
    isActive?: boolean;
    isDefault?: boolean;
  },
): Promise<number> => {
  const { id } = await everything
    .insertInto("phone_numbers")
    .values({
      organization_id: options.organizationId,
      telephony_configuration_id: options.telephonyAccountId,
      address: options.e164,
      address_normalized: options.e164,
      address_type: "pstn",
      account_fingerprint: computeAccountFingerprint(twilioDescription, {
        account_sid: `of ${options.telephonyAccountId}`,
      }),
      is_active: options.isActive ?? true,
      is_default_caller_id: options.isDefault ?? false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
