import { sql } from "kysely";
import { shortenNumber } from "../../../domain/number/e164.ts";
import { VERIFICATION_MINUTES, VERIFICATIONS_OF_NUMBER } from "../../../domain/number/number-verification.rules.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { CallerIdVerification } from "../../telephony/carrier-numbers.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordVerification } from "../record/record-settings.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { NumberVerification } from "./number-verification.entity.ts";
import { openCodeWords } from "./verification-code.ts";
import { insertVerifiedNumber } from "./verified-number.repository.ts";

/** `mode` of runs that read a verification code. */
export const VERIFICATION_MODE = "verification";

const TOO_LATE = "Goodbye. This verification is over; please ask for a new call.";

/** Returns what the call of a run says when it reads a verification code; null for every other run. */
export const readVerificationWords = async (
  tx: OrganizationTransaction,
  run: { uuid: string; mode: string },
  secrets: SecretBox,
): Promise<string | null> => {
  if (run.mode !== VERIFICATION_MODE) return null;
  const row = await tx
    .selectFrom("number_verifications")
    .select(["run_uuid", "code_sealed"])
    .where("run_uuid", "=", run.uuid)
    .where("state", "=", "pending")
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return (row && openCodeWords(row, secrets)) ?? TOO_LATE;
};

export const findVerification = (tx: OrganizationTransaction, id: number): Promise<NumberVerification | undefined> =>
  tx.selectFrom("number_verifications").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks a verification until the transaction ends, and reads whether it has expired by the database's clock. */
export const lockVerification = (tx: OrganizationTransaction, id: number) =>
  tx
    .selectFrom("number_verifications")
    .selectAll()
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as("is_expired"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Locks the newest verification of a number, pending or over. */
export const lockLatestVerification = (tx: OrganizationTransaction, phoneNumber: string) =>
  tx
    .selectFrom("number_verifications")
    .selectAll()
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as("is_expired"))
    .where("phone_number", "=", phoneNumber)
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export type LockedVerification = NonNullable<Awaited<ReturnType<typeof lockLatestVerification>>>;

/** Counts the verifications of a number that `VERIFICATIONS_OF_NUMBER` limits: each is a call to somebody. */
export const countRecentVerifications = async (tx: OrganizationTransaction, phoneNumber: string): Promise<number> => {
  const { count } = await tx
    .selectFrom("number_verifications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("phone_number", "=", phoneNumber)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${VERIFICATIONS_OF_NUMBER.withinSeconds})`)
    .executeTakeFirstOrThrow();
  return count;
};

/** The expiry of a verification that begins now: in ten minutes, by the database's clock. */
export const expiryOfVerification = sql<Date>`now() + make_interval(mins => ${VERIFICATION_MINUTES})`;

export const countTry = (tx: OrganizationTransaction, id: number) =>
  tx.updateTable("number_verifications").set({ tries: sql<number>`tries + 1` }).where("id", "=", id).execute();

/** Stores that the number is verified, and ends the verification. The caller has locked the verification. */
export const concludeVerified = async (tx: OrganizationTransaction, row: NumberVerification): Promise<void> => {
  await endVerification(tx, row, { state: "verified", error: null });
  await insertVerifiedNumber(tx, row);
  const account = row.method === "carrier" ? row.telephony_configuration_id : null;
  await recordVerification(
    tx,
    { ...row, telephony_configuration_id: account },
    { change: "verified", actor: row.actor },
  );
};

/** Ends a verification without success, once; a code that is no longer needed is deleted. */
export const endVerification = async (
  tx: OrganizationTransaction,
  row: NumberVerification,
  end: { state: Exclude<NumberVerification["state"], "pending">; error: string | null },
): Promise<void> => {
  const ended = await tx
    .updateTable("number_verifications")
    .set({ ...end, code_sealed: null, code_to_type: null, ended_at: sql<Date>`now()` })
    .where("id", "=", row.id)
    .where("state", "=", "pending")
    .returning("id")
    .executeTakeFirst();
  if (!ended || end.state === "replaced") return;
  await recordTimeline(tx, {
    organizationId: row.organization_id,
    kind: "system",
    actor: end.state === "verified" ? row.actor : "system",
    summary: `Verification of the number ${shortenNumber(row.phone_number)}: ${end.state}`,
    payload: { number_verification_id: row.id },
  });
};

/** Deletes the code after the call: only the person who heard it needs it. */
export const clearCode = (tx: OrganizationTransaction, id: number) =>
  tx.updateTable("number_verifications").set({ code_sealed: null }).where("id", "=", id).execute();

/** Returns the seconds until it expires, by the database's clock; never below 0. */
export const readSecondsLeft = async (tx: OrganizationTransaction, id: number): Promise<number> => {
  const { left } = await tx
    .selectFrom("number_verifications")
    .select(sql<number>`greatest(extract(epoch from expires_at - clock_timestamp()), 0)::float8`.as("left"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return left;
};

/** Marks the one request for this verification that the carrier may ever get. */
export const markCarrierAsked = (tx: OrganizationTransaction, id: number) =>
  tx.updateTable("number_verifications").set({ carrier_requested_at: sql<Date>`now()` }).where("id", "=", id).execute();

export const recordCarrierAnswer = (
  tx: OrganizationTransaction,
  id: number,
  { reference, codeToType }: CallerIdVerification,
) =>
  tx
    .updateTable("number_verifications")
    .set({ carrier_reference: reference, code_to_type: codeToType })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
