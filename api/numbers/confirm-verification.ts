import { findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { VERIFICATION_TRIES } from "../../domain/number/number-verification.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { NumberVerification } from "../../infra/postgres/number/number-verification.entity.ts";
import {
  concludeVerified,
  countTry,
  endVerification,
  type LockedVerification,
  lockLatestVerification,
  lockVerification,
} from "../../infra/postgres/number/number-verification.repository.ts";
import { matchesCode } from "../../infra/postgres/number/verification-code.ts";
import { findVerifiedNumber } from "../../infra/postgres/number/verified-number.repository.ts";
import {
  numberVerificationContract,
  verificationConcludedSignal,
} from "../../workflows/number-verification/number-verification.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { accountNotFound } from "../telephony/telephony.errors.ts";
import { askCarrier } from "./find-account-for-numbers.ts";
import {
  carrierHasNotVerified,
  codeMissing,
  tooManyTries,
  verificationExpired,
  verificationNotFound,
  verificationOver,
  wrongCode,
} from "./numbers.errors.ts";
import { readNumber } from "./read-number.ts";
import { presentVerifiedNumber } from "./verified-numbers.presenter.ts";
import type { confirmVerificationBody } from "./verified-numbers.schemas.ts";

/**
 * Confirms a number with its code. The row and the database's clock decide about tries and expiry, under the row's
 * lock; the workflow is signalled afterwards, and reads the row by itself if that is lost. The code is not sent to the
 * workflow, whose history would keep it.
 */
export const confirmVerification = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof confirmVerificationBody }>,
) => {
  const phoneNumber = await readNumber(context, body.phone_number);
  const verdict = await context.inOrganization((tx) => judge(tx, { context, phoneNumber, code: body.code }));
  if (verdict.kind === "ask_carrier") await askCarrierToConfirm(context, verdict.row, body.code ?? "");
  if (verdict.kind === "refused") {
    if (verdict.concluded) await tellWorkflow(context, verdict.concluded);
    throw verdict.error;
  }
  await tellWorkflow(context, verdict.row);
  const verified = await context.inOrganization((tx) => findVerifiedNumber(tx, verdict.row));
  if (!verified) throw verificationNotFound();
  return presentVerifiedNumber(verified);
};

type Verdict =
  | { kind: "verified"; row: NumberVerification }
  /** Only the carrier can decide. */
  | { kind: "ask_carrier"; row: NumberVerification }
  /** The error is thrown after the transaction, which counts the try. `concluded`: this try ended the verification. */
  | { kind: "refused"; error: Error; concluded?: NumberVerification };

const judge = async (
  tx: OrganizationTransaction,
  { context, phoneNumber, code }: { context: OperationContext; phoneNumber: string; code: string | undefined },
): Promise<Verdict> => {
  const row = await lockLatestVerification(tx, phoneNumber);
  if (!row) return refuse(verificationNotFound());
  if (row.method === "call" && code === undefined) return refuse(codeMissing());
  if (row.is_expired && row.state === "pending") {
    await endVerification(tx, row, { state: "expired", error: null });
    return { ...refuse(verificationExpired()), concluded: row };
  }
  if (row.state === "expired") return refuse(verificationExpired());
  const isRepeat = row.state === "verified" && !row.is_expired;
  if (row.state !== "pending" && !isRepeat) return refuse(verificationOver(row.error ?? row.state));
  if (row.method === "carrier") return { kind: isRepeat ? "verified" : "ask_carrier", row };
  if (!matchesCode(row, code ?? "", context.secrets))
    return isRepeat ? refuse(verificationOver(row.state)) : miss(tx, row);
  if (!isRepeat) await concludeVerified(tx, row);
  return { kind: "verified", row };
};

const refuse = (error: Error): Extract<Verdict, { kind: "refused" }> => ({ kind: "refused", error });

const miss = async (tx: OrganizationTransaction, row: LockedVerification): Promise<Verdict> => {
  await countTry(tx, row.id);
  const triesLeft = VERIFICATION_TRIES - row.tries - 1;
  if (triesLeft > 0) return refuse(wrongCode(triesLeft));
  await endVerification(tx, row, { state: "failed", error: "too many wrong codes" });
  return { ...refuse(tooManyTries()), concluded: row };
};

const askCarrierToConfirm = async (context: OperationContext, row: NumberVerification, code: string) => {
  const account = await context.inOrganization((tx) => findCarrierAccount(context, tx, row.telephony_configuration_id));
  const { callerIds, description } = account?.carrier ?? {};
  if (!account || !callerIds || !description) throw accountNotFound();
  const request = { phoneNumber: row.phone_number, reference: row.carrier_reference ?? "", code };
  const isConvinced = await askCarrier(account, () => callerIds.confirm(account.credentials, request));
  if (!isConvinced) throw carrierHasNotVerified(description.displayName);
  await context.inOrganization(async (tx) => {
    const now = await lockVerification(tx, row.id);
    if (now?.state === "pending") await concludeVerified(tx, now);
  });
};

/** A lost signal delays the operator's view by ten minutes at most: the workflow reads the row at its deadline. */
const tellWorkflow = async ({ temporal, logger }: OperationContext, row: NumberVerification): Promise<void> => {
  const address = { organizationId: row.organization_id, verificationId: row.id };
  try {
    await temporal.withDeadline(Date.now() + TELL_WITHIN_MS, () =>
      temporal.workflow.getHandle(numberVerificationContract.workflowId(address)).signal(verificationConcludedSignal),
    );
  } catch (err) {
    logger.debug({ err, verification_id: row.id }, "a verification's workflow could not be signalled its end");
  }
};

const TELL_WITHIN_MS = 3000;
