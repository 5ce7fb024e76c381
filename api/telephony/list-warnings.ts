import { listTelephonyAccounts } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { isMissing } from "../../domain/call/carrier-account.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Counts accounts whose carrier's requests cannot be verified for want of a secret, and says what keeps carriers from getting here. */
export const listWarnings = async ({ inOrganization, secrets, publicAddress }: OperationContext) => {
  const rows = await inOrganization(listTelephonyAccounts);
  const countWithout = (provider: string, setting: string): number =>
    rows.filter((row) => row.provider === provider && isMissing(openCredentials(row, secrets)[setting])).length;
  return {
    telnyx_missing_webhook_public_key_count: countWithout("telnyx", "webhook_public_key"),
    vonage_missing_signature_secret_count: countWithout("vonage", "signature_secret"),
    public_address_findings: publicAddress.findings(),
  };
};
