import { type CarrierAccount, findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import { refuseNumber } from "../../domain/call/number-permission.rules.ts";
import { readNumberPermission } from "../../infra/postgres/contact/number-permission.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildNumberLockKey, withSharedLocks } from "../../infra/postgres/locks.ts";
import type { NumberVerification } from "../../infra/postgres/number/number-verification.entity.ts";
import {
  endVerification,
  lockVerification,
  markCarrierAsked,
  recordCarrierAnswer,
} from "../../infra/postgres/number/number-verification.repository.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { NumberVerificationInput } from "../../workflows/number-verification/number-verification.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Asks the carrier to verify the number itself. It calls or writes to somebody, so the do-not-call list and consent
 * apply as for a call, under the lock that an entry waits for, and it is asked once.
 */
export const askCarrierToVerify = async (
  deps: WorkerDependencies,
  input: NumberVerificationInput,
): Promise<FirstDecision> => {
  const { organizationId, verificationId } = input;
  const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const known = await inOrganization((tx) => lockVerification(tx, verificationId));
  if (!known) return refusal("The verification is gone");
  return withSharedLocks(deps.lockPool, [buildNumberLockKey(organizationId, known.phone_number)], async () => {
    const asked = await inOrganization((tx) => admit(deps, tx, verificationId));
    return "kind" in asked ? asked : ask(deps, asked.row, asked.account);
  });
};

type Admitted = { row: NumberVerification; account: CarrierAccount };

const admit = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  verificationId: number,
): Promise<FirstDecision | Admitted> => {
  const row = await lockVerification(tx, verificationId);
  if (row?.state !== "pending") return refusal(row?.error ?? "The verification is over");
  if (row.carrier_reference !== null) return { kind: "initiated" };
  if (row.carrier_requested_at !== null) return end(tx, row, "The carrier's answer was lost; start again");
  const refused = await checkPermission(tx, row);
  if (refused) return refused;
  const account = await findCarrierAccount(deps, tx, row.telephony_configuration_id);
  if (!account) return end(tx, row, "The carrier account is gone");
  await markCarrierAsked(tx, row.id);
  return { row, account };
};

/** Checks the rules for calls, because the carrier calls the number itself. */
const checkPermission = async (tx: OrganizationTransaction, row: NumberVerification): Promise<FirstDecision | null> => {
  const { organization_id: organizationId, phone_number: phoneNumber } = row;
  const refusal = refuseNumber(
    await readNumberPermission(tx, { organizationId, phoneNumber, environment: "production" }),
  );
  if (!refusal) return null;
  await endVerification(tx, row, { state: "failed", error: refusal.sentence });
  return { kind: "blocked", ...refusal };
};

const ask = async (
  { database }: WorkerDependencies,
  row: NumberVerification,
  { carrier, credentials }: CarrierAccount,
): Promise<FirstDecision> => {
  const { displayName } = carrier.description;
  const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.inOrganization(row.organization_id, work);
  try {
    const request = { phoneNumber: row.phone_number, label: `Ringdown ${row.id}` };
    const answer = await carrier.callerIds?.start(credentials, request);
    if (!answer) return await inOrganization((tx) => end(tx, row, `${displayName} does not verify numbers`));
    await inOrganization((tx) => recordCarrierAnswer(tx, row.id, answer));
    return { kind: "initiated" };
  } catch (error) {
    if (!(error instanceof CarrierRefusedError || error instanceof CarrierUnavailableError)) throw error;
    return inOrganization((tx) => end(tx, row, `${displayName}: ${error.message}`));
  }
};

/** The row keeps the whole sentence; the history gets it without numbers. */
const end = async (tx: OrganizationTransaction, row: NumberVerification, sentence: string): Promise<FirstDecision> => {
  await endVerification(tx, row, { state: "failed", error: sentence });
  return refusal(sentence);
};

const refusal = (sentence: string): FirstDecision => ({
  kind: "refused",
  outcome: "failed",
  sentence: maskText(sentence),
});
