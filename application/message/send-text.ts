import type { CarrierAnswer } from "../../domain/call/account-failover-and-route.rules.ts";
import { refuseNumber } from "../../domain/call/number-permission.rules.ts";
import { readNumberPermission } from "../../infra/postgres/contact/number-permission.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildNationalListsLockKey, buildNumberLockKey, lockShared } from "../../infra/postgres/locks.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import {
  changeText,
  deleteText,
  lockText,
  moveText,
  type TextChange,
} from "../../infra/postgres/message/text-messages.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { buildTextStatusUrl, type SendTextResult } from "../../infra/telephony/carrier-messages.ts";
import { keepStanding } from "../telephony/keep-standing.ts";
import {
  type AdmissionSources,
  type AdmittedText,
  admitText,
  type TextRefusal,
  type TextToSend,
} from "./admit-text.ts";
import { honourOptOut } from "./honour-opt-out.ts";
import { describeText, recordAnswered } from "./text-events.ts";

export interface TextDependencies extends AdmissionSources {
  database: Database;
  /** Root of the addresses for carriers, without a trailing slash. */
  publicBaseUrl: string;
}

/** `made`: the text has a row, by this request or an earlier one of the same key; its state says what came of it. */
export type TextResult = { kind: "made"; message: TextMessage } | TextRefusal;

const TEXT_TIMEOUT_MS = 10_000;

/**
 * Sends a text, at most once for its key. The row is committed before the carrier is asked, so that a process that dies in between or
 * afterwards leaves a text that is never asked for again: a report of the carrier, or `reconcileTexts`, says what came of it.
 */
export const sendText = async (deps: TextDependencies, ask: TextToSend): Promise<TextResult> => {
  const { organizationId } = ask;
  const admitted = await deps.database.inOrganization(organizationId, (tx) => admitText(deps, tx, ask));
  if (admitted.kind !== "admitted") return admitted;
  const { message, result } = await deps.database.inOrganization(organizationId, (tx) =>
    handOver(deps, tx, { admitted, answersKeyword: ask.reason === "opt_out_answer" }),
  );
  if (result?.kind === "throttled") {
    const untilMs = Date.now() + result.retryAfterSeconds * 1000;
    return {
      kind: "waits",
      outcome: "throttled",
      untilMs,
      sentence: `The carrier asks to slow down: ${result.detail}`,
    };
  }
  // It waits for hand-overs of the number, so this one must be over.
  if (result?.kind === "refused" && result.reason === "opted_out")
    await deps.database.inOrganization(organizationId, (tx) => honourOptOut(tx, message));
  return { kind: "made", message };
};

/**
 * Asks the carrier, in a transaction that holds the locks for which a do-not-call entry waits. What has been entered since the
 * admission stops the text here.
 */
const handOver = async (
  { publicBaseUrl }: TextDependencies,
  tx: OrganizationTransaction,
  { admitted, answersKeyword }: { admitted: AdmittedText; answersKeyword: boolean },
): Promise<{ message: TextMessage; result?: SendTextResult }> => {
  const { message, messages, credentials, carrier, account } = admitted;
  const { organization_id: organizationId, phone_number: phoneNumber, environment } = message;
  const to = phoneNumber ?? "";
  await lockShared(tx, buildNationalListsLockKey(organizationId));
  await lockShared(tx, buildNumberLockKey(organizationId, to));
  const refusal =
    answersKeyword || refuseNumber(await readNumberPermission(tx, { organizationId, phoneNumber: to, environment }));
  if (refusal !== true && refusal !== null)
    return { message: await fail(tx, message, { error_code: refusal.outcome, error: refusal.sentence }) };
  const request = {
    messageUuid: message.uuid,
    to,
    from: message.own_number,
    body: admitted.body,
    statusUrl: buildTextStatusUrl(publicBaseUrl, {
      provider: carrier.description.provider,
      organizationId,
      messageUuid: message.uuid,
    }),
  };
  const result = await messages.send(credentials, request, TEXT_TIMEOUT_MS);
  if (environment === "production" && account.failover.length > 0)
    await keepStanding(tx, account, { answer: toCarrierAnswer(result), use: "texts" });
  return { message: await recordAnswer(tx, message, result), result };
};

/** A refusal of one number tells that the carrier works. */
const toCarrierAnswer = (result: SendTextResult): CarrierAnswer =>
  result.kind === "refused" ? { kind: "refused", outcome: result.reason } : result;

const recordAnswer = async (
  tx: OrganizationTransaction,
  { id }: TextMessage,
  result: SendTextResult,
): Promise<TextMessage> => {
  // A report may have come before the answer.
  const message = await lockText(tx, id);
  if (!message) throw new Error(`text ${id} is gone`);
  switch (result.kind) {
    case "accepted":
      return accept(tx, message, result.carrierMessageId);
    case "unknown":
      if (message.state !== "queued") return message;
      return tell(
        tx,
        await changeText(tx, id, { state: "unknown", error_code: "unclear", error: mask(result.detail) }),
      );
    case "throttled":
      // The carrier has not processed the request, so the text may be asked for again.
      return withdraw(tx, message);
    case "refused":
      return fail(tx, message, { error_code: result.reason, error: mask(result.detail) });
    case "account_unusable":
      return fail(tx, message, { error_code: "account_unusable", error: mask(result.detail) });
  }
};

/** Where the carrier's report came before its answer, the report has told. */
const accept = async (
  tx: OrganizationTransaction,
  message: TextMessage,
  carrierMessageId: string,
): Promise<TextMessage> => {
  const nothing = { costMinor: null, currency: null, errorCode: null, error: null };
  const moved = await moveText(tx, message, { state: "sent", carrierMessageId, ...nothing });
  return moved ? tell(tx, moved) : message;
};

const fail = async (tx: OrganizationTransaction, { id }: TextMessage, change: TextChange): Promise<TextMessage> =>
  tell(
    tx,
    await changeText(tx, id, {
      state: "failed",
      settled_at: new Date(),
      reserved_minor: null,
      reserved_currency: null,
      ...change,
    }),
  );

const withdraw = async (tx: OrganizationTransaction, message: TextMessage): Promise<TextMessage> => {
  await deleteText(tx, message.id);
  await recordAnswered(tx, { ...message, state: "failed", error_code: "throttled" });
  return message;
};

const mask = (detail: string): string => maskText(detail);

/** Writes the feed and the record. */
const tell = async (tx: OrganizationTransaction, message: TextMessage): Promise<TextMessage> => {
  await recordTimeline(tx, describeText(message));
  await recordAnswered(tx, message);
  return message;
};
