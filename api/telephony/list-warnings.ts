import { listTelephonyAccounts } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { isMissing } from "../../domain/call/carrier-account.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Lists accounts whose carrier's requests cannot be verified, because a secret was not entered. */
export const listWarnings = async ({ inOrganization, secrets }: OperationContext) => {
  const rows = await inOrganization(listTelephonyAccounts);
  const countWithout = (provider: string, setting: string): number =>
    rows.filter((row) => row.provider === provider && isMissing(openCredentials(row, secrets)[setting])).length;
  return {
    telnyx_missing_webhook_public_key_count: countWithout("telnyx", "webhook_public_key"),
    vonage_missing_signature_secret_count: countWithout("vonage", "signature_secret"),
  };
};
