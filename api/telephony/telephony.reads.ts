import { isMissing } from "../../domain/call/carrier-account.ts";
import { readSandboxManners } from "../../infra/postgres/access/sandbox-manners.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import {
  findTelephonyAccount,
  listTelephonyAccounts as findTelephonyAccounts,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { telephonyAccountNotFound } from "./telephony.errors.ts";
import { presentCarrier, presentListedTelephonyAccount, presentTelephonyAccount } from "./telephony.presenter.ts";
import type { telephonyAccountParams } from "./telephony.schemas.ts";

export const getTelephonyAccount = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof telephonyAccountParams }>,
) => {
  const row = await context.inOrganization((tx) => findTelephonyAccount(tx, params.config_id));
  if (!row) throw telephonyAccountNotFound();
  return presentTelephonyAccount(context, row);
};

export const listCarriers = async ({ carriers }: OperationContext) => ({
  providers: carriers.descriptions().map(({ provider }) => presentCarrier(carriers.get(provider))),
});

export const listTelephonyAccounts = async (context: OperationContext) => {
  const rows = await context.inOrganization(findTelephonyAccounts);
  return { configurations: rows.map((row) => presentListedTelephonyAccount(context, row)) };
};

/** Counts accounts whose carrier's requests cannot be verified for want of a secret, and says what keeps carriers from getting here. */
export const listWarnings = async ({ inOrganization, secrets, publicAddress }: OperationContext) => {
  const rows = await inOrganization(findTelephonyAccounts);
  const countWithout = (provider: string, setting: string): number =>
    rows.filter((row) => row.provider === provider && isMissing(openCredentials(row, secrets)[setting])).length;
  return {
    telnyx_missing_webhook_public_key_count: countWithout("telnyx", "webhook_public_key"),
    vonage_missing_signature_secret_count: countWithout("vonage", "signature_secret"),
    public_address_findings: publicAddress.findings(),
  };
};

export const getSandboxSimulator = (context: OperationContext) =>
  context.inOrganization(async (tx) => ({ manners: await readSandboxManners(tx) }));
