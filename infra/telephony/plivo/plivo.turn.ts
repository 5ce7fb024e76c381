import type { TurnEvent, VerifiedInboundCall, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest } from "../carrier.ts";
import { FINAL_STATUSES, type Fields, isGenuine, readAnsweredBy, readFields } from "./plivo.callback.ts";
import { toE164 } from "./plivo.phone-number.ts";
import { toDate } from "./plivo.time.ts";
import { isAskedAfterSilence } from "./plivo.xml.ts";

const UNSIGNED = { ok: false, reason: "missing or wrong signature" } as const;

/** Reads a request for instructions: at the answer URL, after listening, after a transfer. */
export const readTurn = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const field = readFields(request);
  const carrierCallId = field("CallUUID");
  if (!carrierCallId) return { ok: false, reason: "the request names no call" };
  return { ok: true, turn: { carrierCallId, event: eventOf(field, request.url) } };
};

/** Words and transfers count even when the call has ended meanwhile. */
const eventOf = (field: Fields, url: string): TurnEvent => {
  const dialStatus = field("DialStatus");
  if (dialStatus) return { kind: "transfer_ended", outcome: TRANSFERS[dialStatus] ?? "failed" };
  // One of the two has left the conference, which ended it.
  if (field("ConferenceName")) return { kind: "transfer_ended", outcome: "answered" };
  const text = field("Speech");
  if (text) return { kind: "speech", text, confidence: confidenceOf(field) };
  const digits = field("Digits");
  if (digits) return { kind: "digits", digits };
  const event = field("Event") ?? "StartApp";
  if (event === "Hangup" || FINAL_STATUSES.has(field("CallStatus") ?? "")) return { kind: "other" };
  if (field("InputType") || isAskedAfterSilence(url)) return { kind: "silence" };
  return event === "StartApp" ? { kind: "begin", answeredBy: readAnsweredBy(field) } : { kind: "other" };
};

const TRANSFERS: Readonly<Record<string, "answered" | "busy" | "no_answer" | "failed">> = {
  completed: "answered",
  busy: "busy",
  "no-answer": "no_answer",
  timeout: "no_answer",
};

const confidenceOf = (field: Fields): number | null => {
  const score = Number(field("SpeechConfidenceScore") ?? Number.NaN);
  return score >= 0 && score <= 1 ? score : null;
};

/** Plivo does not name the account. */
export const peekInbound = (request: CallbackRequest): { to: string; accountId: string | null } | null => {
  const field = readFields(request);
  const to = toE164(field("To"));
  if (field("Direction") !== "inbound" || !field("CallUUID") || to === null) return null;
  return { to, accountId: null };
};

export const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const announced = peekInbound(request);
  const field = readFields(request);
  const carrierCallId = field("CallUUID");
  if (!announced || !carrierCallId) return { ok: false, reason: "the request announces no call" };
  const call = { carrierCallId, from: toE164(field("From")), to: announced.to };
  return { ok: true, call: { ...call, startedAt: toDate(field("SessionStart")) } };
};
