import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import { VERIFICATION_MINUTES, VERIFICATION_TRIES } from "../../domain/number/number-verification.rules.ts";
import { listTelephonyAccounts } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

const BY_CALL = {
  method: "call",
  telephony_configuration_id: null,
  provider: null,
  title: "A call from us",
  description:
    "The number is called through your own carrier account and a six-digit code is read twice; confirming with it is your declaration that the number is yours",
  expires_in_minutes: VERIFICATION_MINUTES,
  tries: VERIFICATION_TRIES,
} as const;

/**
 * Lists how a number can be verified: by our own call, and by the carriers that show only numbers that they have
 * verified.
 */
export const listVerificationOptions = async ({ inOrganization, carriers, actor }: OperationContext) => {
  const accounts = await inOrganization(listTelephonyAccounts);
  const own = accounts.flatMap(({ id, name, provider }) => {
    const { callerIds, description } = carriers.get(provider);
    if (callerIds === null || (actor.environment === "sandbox" && provider !== SIMULATOR)) return [];
    return {
      method: "carrier" as const,
      telephony_configuration_id: id,
      provider,
      title: `${description.displayName} itself (${name})`,
      description: `${description.displayName} contacts the number for itself and shows only numbers that it knows`,
      expires_in_minutes: VERIFICATION_MINUTES,
      tries: null,
    };
  });
  return { methods: [BY_CALL, ...own] };
};
