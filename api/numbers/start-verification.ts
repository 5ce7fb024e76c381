import { sql } from "kysely";
import type { z } from "zod";
import { findOrCreateVerificationAgent } from "../../application/number/find-or-create-verification-agent.ts";
import type { CarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { DIAL_WITHIN_MINUTES } from "../../domain/call/call-plan.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { checkOutboundReadiness } from "../../domain/call/carrier-account.ts";
import { VERIFICATION_RETRY_SECONDS, VERIFICATIONS_OF_NUMBER } from "../../domain/number/number-verification.rules.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { queueRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { NumberVerification } from "../../infra/postgres/number/number-verification.entity.ts";
import {
  countRecentVerifications,
  endVerification,
  expiryOfVerification,
  type LockedVerification,
  lockLatestVerification,
  VERIFICATION_MODE,
} from "../../infra/postgres/number/number-verification.repository.ts";
import { createCode, sealCode } from "../../infra/postgres/number/verification-code.ts";
import { isVerifiedFor } from "../../infra/postgres/number/verified-number.repository.ts";
import { chooseCallerId } from "../../infra/postgres/telephony/telephony.repository.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { accountNotReady } from "../telephony/telephony.errors.ts";
import { findAccountForNumbers } from "./find-account-for-numbers.ts";
import { followVerification } from "./follow-verification.ts";
import { alreadyVerified, noCarrierVerification, tooManyVerifications } from "./numbers.errors.ts";
import { readNumber } from "./read-number.ts";
import type { startVerificationBody } from "./verified-numbers.schemas.ts";

type Body = z.output<typeof startVerificationBody>;

/**
 * Starts the verification of a number. Row and run are written first, then the workflow `numberVerification` has the
 * number called through the ordinary admission. A process that dies in between leaves a queued run that nobody dials:
 * it is canceled like other abandoned runs, and the row expires. While its call is in progress, another start finds the
 * first one.
 */
export const startVerification = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof startVerificationBody }>,
) => {
  const phoneNumber = await readNumber(context, body.phone_number);
  const row = await context.inOrganization((tx) => openVerification(tx, { context, body, phoneNumber }));
  return followVerification(context, row);
};

interface Start {
  context: OperationContext;
  body: Body;
  phoneNumber: string;
}

const openVerification = async (tx: OrganizationTransaction, start: Start): Promise<NumberVerification> => {
  const { context, body, phoneNumber } = start;
  const account = await findAccountForNumbers(context, tx, body.telephony_configuration_id);
  await takeTurn(tx, start);
  const underWay = await verificationUnderWay(tx, start);
  if (underWay) return underWay;
  const telephonyAccountId = body.method === "carrier" ? account.account.id : null;
  if (await isVerifiedFor(tx, { phoneNumber, telephonyAccountId })) throw alreadyVerified();
  if ((await countRecentVerifications(tx, phoneNumber)) >= VERIFICATIONS_OF_NUMBER.most)
    throw tooManyVerifications(VERIFICATION_RETRY_SECONDS);
  return body.method === "carrier" ? openWithCarrier(tx, start, account) : openWithCall(tx, start, account);
};

/** Starts for one number run one after another, because two at once would be two calls. */
const takeTurn = async (tx: OrganizationTransaction, { context, phoneNumber }: Start): Promise<void> => {
  const key = `verification:${context.actor.organizationId}:${phoneNumber}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
};

/** Returns the verification whose call is not over; an earlier one whose person heard nothing is replaced. */
const verificationUnderWay = async (
  tx: OrganizationTransaction,
  { body, phoneNumber }: Start,
): Promise<LockedVerification | null> => {
  const latest = await lockLatestVerification(tx, phoneNumber);
  if (latest?.state !== "pending") return null;
  if (!latest.is_expired && latest.method === body.method && (await isContacting(tx, latest))) return latest;
  await endVerification(tx, latest, { state: latest.is_expired ? "expired" : "replaced", error: null });
  return null;
};

const isContacting = async (tx: OrganizationTransaction, { run_uuid }: NumberVerification): Promise<boolean> => {
  if (run_uuid === null) return true;
  const run = await findRun(tx, run_uuid);
  return run !== undefined && !isCallOver(run);
};

const openWithCarrier = (tx: OrganizationTransaction, start: Start, { account, carrier }: CarrierAccount) => {
  if (carrier.callerIds === null) throw noCarrierVerification(carrier.description.displayName);
  return insert(tx, start, { telephony_configuration_id: account.id, run_uuid: null });
};

const openWithCall = async (
  tx: OrganizationTransaction,
  start: Start,
  { account, carrier, credentials }: CarrierAccount,
) => {
  const { context, phoneNumber } = start;
  const activeNumbers = (await findTelephonyAccount(tx, account.id))?.active_number_count ?? 0;
  const { description } = carrier;
  const { ready, blockedReason } = checkOutboundReadiness(account, { activeNumbers, description, credentials });
  if (!ready) throw accountNotReady(blockedReason ?? "This carrier account cannot dial");
  const { organizationId, userId, environment } = context.actor;
  const { agentId, versionId } = await findOrCreateVerificationAgent(tx, organizationId);
  const runUuid = context.ids.uuid();
  await queueRun(tx, {
    uuid: runUuid,
    organization_id: organizationId,
    agent_id: agentId,
    agent_version_id: versionId,
    name: `VR-${runUuid.slice(0, 8)}`,
    mode: VERIFICATION_MODE,
    environment,
    telephony_configuration_id: account.id,
    caller_number: await chooseCallerId(tx, { telephonyAccountId: account.id }),
    called_number: phoneNumber,
    created_by: userId,
    dial_by: sql<Date>`now() + make_interval(mins => ${DIAL_WITHIN_MINUTES})`,
  });
  const code = sealCode(createCode(), { runUuid, secrets: context.secrets });
  return insert(tx, start, { telephony_configuration_id: account.id, run_uuid: runUuid, ...code });
};

const insert = (
  tx: OrganizationTransaction,
  { context, body, phoneNumber }: Start,
  values: Pick<NumberVerification, "telephony_configuration_id" | "run_uuid"> &
    Partial<Pick<NumberVerification, "code_hash_sealed" | "code_sealed">>,
): Promise<NumberVerification> =>
  tx
    .insertInto("number_verifications")
    .values({
      ...values,
      organization_id: context.actor.organizationId,
      phone_number: phoneNumber,
      method: body.method,
      expires_at: expiryOfVerification,
      actor: formatActor(context.actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
