import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall, CarrierOutcome } from "../carrier.ts";
import { toDate } from "../carrier-values.ts";
import { type TelnyxEvent } from "./telnyx.event.ts";

/** Results of standard and premium detection; silence identifies nobody. */
const ANSWERED_BY: Readonly<Record<string, Detection>> = {
  human: "person",
  human_residence: "person",
  human_business: "person",
  machine: "voicemail",
  fax_detected: "fax",
};

const DETECTION_ENDED = /^call\.machine\.(premium\.)?detection\.ended$/;
const GREETING_ENDED = /^call\.machine\.(premium\.)?greeting\.ended$/;

/**
 * Returns who answered, when the event reports it. A greeting that ended was a machine's, even when only its end is
 * reported.
 */
export const toAnsweredBy = ({ type, payload }: TelnyxEvent): Detection | null => {
  if (DETECTION_ENDED.test(type)) return ANSWERED_BY[payload.result ?? ""] ?? "unknown";
  return GREETING_ENDED.test(type) ? "voicemail" : null;
};

/** Telnyx's own word for who answered. */
const readAnswerWord = (event: TelnyxEvent): string | null =>
  toAnsweredBy(event) === null ? null : (event.payload.result ?? event.type);

const NO_SUCH_NUMBER_SIP = new Set(["404", "410", "484", "604"]);
const OUTCOME_OF_CAUSE: Readonly<Record<string, CarrierOutcome>> = {
  normal_clearing: "answered",
  time_limit: "answered",
  user_busy: "busy",
  no_answer: "no_answer",
  timeout: "no_answer",
  originator_cancel: "canceled",
  not_found: "invalid_number",
};
const OUTCOME_OF_SIP: Readonly<Record<string, CarrierOutcome>> = {
  "408": "no_answer",
  "480": "no_answer",
  "486": "busy",
  "487": "canceled",
  "600": "busy",
  "603": "rejected",
};

/** Returns the outcome of a leg from its last event alone, which reports neither who answered nor when. */
export const toOutcome = ({ hangup_cause: cause, sip_hangup_cause: sip }: TelnyxEvent["payload"]): CarrierOutcome => {
  const bySip = NO_SUCH_NUMBER_SIP.has(sip ?? "") ? "invalid_number" : OUTCOME_OF_SIP[sip ?? ""];
  // 403 is a network's refusal, Telnyx's own included; the person's is 603, or has no code.
  if (cause === "call_rejected") return sip === "403" ? "failed" : (bySip ?? "rejected");
  if (cause === "normal_clearing" && bySip === "canceled") return "canceled";
  return OUTCOME_OF_CAUSE[cause ?? ""] ?? bySip ?? "failed";
};

/** Builds a call from one of its events, or from all of them, oldest first. */
export const describeCall = (carrierCallId: string, events: readonly TelnyxEvent[]): CarrierCall => {
  const find = (type: string) => events.find((event) => event.type === type);
  const [answered, hangup] = [find("call.answered"), find("call.hangup")];
  const answeredBy = events.map(toAnsweredBy).findLast((by) => by !== null) ?? null;
  const isAnswered = answered !== undefined || answeredBy !== null;
  const outcome = hangup ? withAnswer(toOutcome(hangup.payload), { isAnswered, answeredBy }) : null;
  const [answeredAt, endedAt] = [answered?.at ?? null, hangup?.at ?? null];
  return {
    carrierCallId,
    state: hangup ? "completed" : isAnswered || tellsOfTalk(events) ? "in_progress" : "queued",
    outcome,
    answeredBy,
    answerWord: events.map(readAnswerWord).findLast((word) => word !== null) ?? null,
    startedAt: toDate(events.map(({ payload }) => payload.start_time).find(Boolean)),
    answeredAt,
    endedAt,
    durationSeconds: outcome === null ? null : talkSeconds(outcome, { answeredAt, endedAt }),
    ...toCost(find("call.cost")),
    optedOut: false,
    detail: describeEnd(hangup ?? events.at(-1)),
  };
};

/** Returns the outcome of a call that was answered. A fax line is final: nobody can talk to it, now or later. */
const withAnswer = (
  outcome: CarrierOutcome,
  { isAnswered, answeredBy }: { isAnswered: boolean; answeredBy: Detection | null },
): CarrierOutcome => {
  if (answeredBy === "fax") return "rejected";
  if (answeredBy === "voicemail") return "voicemail";
  return isAnswered ? "answered" : outcome;
};

const TOLD_WHILE_TALKING = new Set([
  "call.recording.saved",
  "call.speak.started",
  "call.speak.ended",
  "call.playback.started",
  "call.playback.ended",
  "call.bridged",
]);
const tellsOfTalk = (events: readonly TelnyxEvent[]): boolean =>
  events.some(({ type }) => TOLD_WHILE_TALKING.has(type));

const talkSeconds = (
  outcome: CarrierOutcome,
  { answeredAt, endedAt }: { answeredAt: Date | null; endedAt: Date | null },
): number | null => {
  if (answeredAt && endedAt) return Math.max(0, Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000));
  return outcome === "answered" || outcome === "voicemail" ? null : 0;
};

const describeEnd = (event: TelnyxEvent | undefined): string | null => {
  if (!event) return null;
  const { hangup_cause: cause, sip_hangup_cause: sip } = event.payload;
  if (event.type !== "call.hangup") return event.type;
  return [cause ?? "unspecified", sip && sip !== "unspecified" ? `SIP ${sip}` : ""].filter(Boolean).join(", ");
};

/** Sums what Telnyx bills for the call, some time after it: "0.0260" and a part in USD → 3 cents. */
export const toCost = (event: TelnyxEvent | undefined): Pick<CarrierCall, "costMinor" | "currency"> => {
  const { status, total_cost: total, cost_parts: parts } = event?.payload ?? {};
  const currency = parts?.find((part) => part.currency)?.currency?.toUpperCase() ?? "";
  const amount = Number(total ?? Number.NaN);
  const isTold = status === "success" && total && Number.isFinite(amount) && /^[A-Z]{3}$/.test(currency);
  return isTold ? { costMinor: toMinor(amount, currency), currency } : { costMinor: null, currency: null };
};

/** Rounds to the nearest; the conversion by text keeps 1.005 exact. */
export const toMinor = (amount: number, currency: string): number => {
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  return Math.round(Number((Math.abs(amount) * 10 ** (digits ?? 2)).toFixed(6)));
};
