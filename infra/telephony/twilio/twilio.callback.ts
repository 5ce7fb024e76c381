import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest, VerifiedCallback } from "../carrier.ts";
import { toDate } from "../carrier-values.ts";
import { describeLiveCall } from "../live-call.ts";
import { computeAnsweredAt, toAnsweredBy, toOutcome, toSeconds, toState } from "./twilio.call.ts";
import { toDuration } from "./twilio.recordings.ts";
import { isSignedByTwilio } from "./twilio.signature.ts";

/** Tells whether a request has the signature that only Twilio and this account can make. */
export const isGenuine = (credentials: CarrierCredentials, request: CallbackRequest): boolean =>
  isSignedByTwilio(readSetting(credentials, "auth_token"), {
    url: request.url,
    headers: request.headers,
    params: readFields(request),
  });

/**
 * Reads a status callback. Twilio's signature has no time in it, so a replayed callback still verifies: its `eventId`
 * is the same as the first time, and terminal states never change.
 */
export const readCallback = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedCallback => {
  if (!isGenuine(credentials, request)) return { ok: false, reason: "missing or wrong signature" };
  const fields = readFields(request);
  const told = fields.has("RecordingSid") ? toRecordingEvent(fields) : toDetectionEvent(fields);
  if (told && fields.get("AccountSid") === readSetting(credentials, "account_sid")) return told;
  const field = (name: string) => fields.get(name) ?? undefined;
  const [callSid, status] = [field("CallSid"), field("CallStatus")];
  const state = status === undefined ? null : toState(status);
  if (!callSid || !status || !state) return { ok: false, reason: "the body is not a call event" };
  if (field("AccountSid") !== readSetting(credentials, "account_sid"))
    return { ok: false, reason: "another account's call" };

  const at = toDate(field("Timestamp"));
  const isOver = state === "completed";
  const answeredBy = toAnsweredBy(field("AnsweredBy"));
  const sipResponseCode = field("SipResponseCode");
  const durationSeconds = isOver ? toSeconds(field("CallDuration")) : null;
  const call = {
    carrierCallId: callSid,
    state,
    outcome: toOutcome({ status, answeredBy, sipResponseCode }),
    answeredBy,
    answerWord: field("AnsweredBy") ?? null,
    startedAt: null,
    answeredAt: state === "in_progress" ? at : computeAnsweredAt(status, at, durationSeconds),
    endedAt: isOver ? at : null,
    durationSeconds,
    // The cost is known only minutes after the call; it is then fetched.
    costMinor: null,
    currency: null,
    optedOut: false,
    detail: [status, sipResponseCode && `SIP ${sipResponseCode}`].filter(Boolean).join(", "),
  };
  return { ok: true, event: { eventId: `${callSid}.${status}.${field("SequenceNumber") ?? ""}`, call } };
};

/** Reads an event about a recording, which says nothing about the state of the call. */
const toRecordingEvent = (fields: URLSearchParams): VerifiedCallback | null => {
  const [callSid, recordingId, status] = ["CallSid", "RecordingSid", "RecordingStatus"].map((name) => fields.get(name));
  if (!callSid || !recordingId || !status) return null;
  const event = {
    eventId: `${callSid}.${recordingId}.${status}`,
    call: describeLiveCall({ carrierCallId: callSid, detail: `recording ${status}` }),
  };
  if (status !== "completed") return { ok: true, event };
  const durationSeconds = toDuration(fields.get("RecordingDuration"));
  return {
    ok: true,
    event: { ...event, recording: { recordingId, url: fields.get("RecordingUrl"), durationSeconds } },
  };
};

/** Reads the result of machine detection that ran during the call. */
const toDetectionEvent = (fields: URLSearchParams): VerifiedCallback | null => {
  const [callSid, detected] = [fields.get("CallSid"), fields.get("AnsweredBy")];
  if (!callSid || !detected || fields.has("CallStatus")) return null;
  const call = describeLiveCall({
    carrierCallId: callSid,
    answeredBy: toAnsweredBy(detected),
    answerWord: detected,
    detail: detected,
  });
  return { ok: true, event: { eventId: `${callSid}.answered-by.${detected}`, call } };
};

/** Reads the form fields of a request. */
export const readFields = (request: CallbackRequest) => new URLSearchParams(request.body.toString("utf8"));
