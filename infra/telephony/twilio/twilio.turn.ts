import type { TurnEvent, VerifiedInboundCall, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { isE164 } from "../../../domain/number/e164.ts";
import type { CallbackRequest } from "../carrier.ts";
import { toAnsweredBy } from "./twilio.call.ts";
import { isGenuine, readFields } from "./twilio.callback.ts";
import { ASKED_AFTER } from "./twilio.twiml.ts";

/** The values of `From` for withheld numbers: words on a telephone's keypad. */
const WITHHELD = new Set([
  "+7378742833", // RESTRICTED
  "+2562533", // BLOCKED
  "+8656696", // UNKNOWN
  "+266696687", // ANONYMOUS
  "+86282452253", // UNAVAILABLE
]);

/** Reads a request for TwiML. */
export const readTurn = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn => {
  const fields = readFields(request);
  const refusal = refusalOf(credentials, request, fields);
  if (refusal) return { ok: false, reason: refusal };
  const askedAfter = new URL(request.url).searchParams.get(ASKED_AFTER);
  return { ok: true, turn: { carrierCallId: fields.get("CallSid") ?? "", event: toEvent(askedAfter, fields) } };
};

const refusalOf = (
  credentials: CarrierCredentials,
  request: CallbackRequest,
  fields: URLSearchParams,
): string | null => {
  if (!isGenuine(credentials, request)) return "missing or wrong signature";
  if (!fields.get("CallSid")) return "the body names no call";
  return fields.get("AccountSid") === readSetting(credentials, "account_sid") ? null : "another account's call";
};

const toEvent = (askedAfter: string | null, fields: URLSearchParams): TurnEvent => {
  if (askedAfter === "connect") return { kind: "relay_ended" };
  if (askedAfter === "dial") {
    return { kind: "transfer_ended", outcome: TRANSFERS[fields.get("DialCallStatus") ?? ""] ?? "failed" };
  }
  if (askedAfter !== "gather") return { kind: "begin", answeredBy: toAnsweredBy(fields.get("AnsweredBy")) };
  const [text, digits] = [fields.get("SpeechResult")?.trim(), fields.get("Digits")];
  if (digits) return { kind: "digits", digits };
  return text ? { kind: "speech", text, confidence: toConfidence(fields.get("Confidence")) } : { kind: "silence" };
};

const TRANSFERS: Readonly<Record<string, Extract<TurnEvent, { kind: "transfer_ended" }>["outcome"]>> = {
  completed: "answered",
  answered: "answered",
  busy: "busy",
  "no-answer": "no_answer",
};

const toConfidence = (value: string | null): number | null => {
  const confidence = Number.parseFloat(value ?? "");
  return confidence >= 0 && confidence <= 1 ? confidence : null;
};

const isInbound = (fields: URLSearchParams): boolean =>
  fields.get("Direction") === "inbound" && Boolean(fields.get("CallSid")) && isE164(fields.get("To") ?? "");

/** Reads the called number and the claimed account; neither is verified. */
export const peekInbound = (request: CallbackRequest): { to: string; accountId: string | null } | null => {
  const fields = readFields(request);
  return isInbound(fields) ? { to: fields.get("To") ?? "", accountId: fields.get("AccountSid") } : null;
};

/** Reads Twilio's request at the number's voice URL about an incoming call. */
export const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall => {
  const fields = readFields(request);
  const refusal = refusalOf(credentials, request, fields);
  if (refusal) return { ok: false, reason: refusal };
  if (!isInbound(fields)) return { ok: false, reason: "the body announces no call" };
  const from = fields.get("From") ?? "";
  const isTold = isE164(from) && !WITHHELD.has(from);
  const call = { carrierCallId: fields.get("CallSid") ?? "", to: fields.get("To") ?? "", startedAt: null };
  return { ok: true, call: { ...call, from: isTold ? from : null } };
};
