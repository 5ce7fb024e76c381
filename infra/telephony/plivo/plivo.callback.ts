import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest, CarrierCall, CarrierCallState, CarrierEvent, VerifiedCallback } from "../carrier.ts";
import { toSeconds } from "../carrier-values.ts";
import { describeLiveCall } from "../live-call.ts";
import { toOutcome } from "./plivo.outcome.ts";
import { isSignedByPlivo } from "./plivo.signature.ts";
import { createLocalTimeReader, toDate } from "./plivo.time.ts";

/** Reads a field of Plivo's by name; undefined when it is missing or empty. */
export type Fields = (name: string) => string | undefined;

/** Tells whether a request has a signature that only Plivo and this account can make. */
export const isGenuine = (credentials: CarrierCredentials, request: CallbackRequest): boolean =>
  isSignedByPlivo(readSetting(credentials, "auth_token"), { ...request, form: formOf(request) });

/** Reads the fields of a form, or of the query of a GET. */
export const readFields = (request: CallbackRequest): Fields => {
  const sent = request.method === "GET" ? new URL(request.url).searchParams : formOf(request);
  return (name) => sent.get(name) || undefined;
};

/** Plivo reports machines; `false` is not documented, and would mean a person. */
export const readAnsweredBy = (field: Fields): Detection | null => {
  const machine = readAnswerWord(field);
  if (machine === null) return null;
  return machine === "false" ? "person" : "voicemail";
};

const readAnswerWord = (field: Fields): string | null => (field("Machine") ?? field("machine"))?.toLowerCase() ?? null;

/** Says it as events of calls do, with Plivo's own field. */
const answererOf = (field: Fields): Pick<CarrierCall, "answeredBy" | "answerWord"> => {
  const word = readAnswerWord(field);
  return { answeredBy: readAnsweredBy(field), answerWord: word === null ? null : `machine: ${word}` };
};

export const FINAL_STATUSES = new Set(["completed", "busy", "failed", "timeout", "no-answer", "cancel"]);

/**
 * Reads Plivo's callbacks for ringing, hang-up and recordings, and its requests at an answer URL. The signature has no
 * time in it, so a replayed callback still verifies: its `eventId` is the same as the first time, and terminal states
 * never change.
 */
export const readCallback = (
  credentials: CarrierCredentials,
  request: CallbackRequest,
  receivedAt = new Date(),
): VerifiedCallback => {
  if (!isGenuine(credentials, request)) return { ok: false, reason: "missing or wrong signature" };
  const field = readFields(request);
  const callUuid = field("CallUUID");
  const state = stateOf(field);
  if (!callUuid || !state) return { ok: false, reason: "the body is not a call event" };
  const call = state === "completed" ? endedCall(callUuid, field, receivedAt) : readLiveCall(callUuid, state, field);
  return { ok: true, event: { eventId: eventIdOf(callUuid, field, state), call, ...recordingOf(field) } };
};

const formOf = (request: CallbackRequest): URLSearchParams => new URLSearchParams(request.body.toString("utf8"));

/** A finished recording may be reported during or after the call: only an event about the end ends the call. */
const stateOf = (field: Fields): CarrierCallState | null => {
  const status = field("CallStatus") ?? "";
  if (field("RecordingID")) return "in_progress";
  if (field("Event") === "Hangup" || FINAL_STATUSES.has(status)) return "completed";
  if (status === "ringing") return "ringing";
  return status === "in-progress" ? "in_progress" : null;
};

const eventIdOf = (callUuid: string, field: Fields, state: CarrierCallState): string => {
  const recordingId = field("RecordingID");
  if (recordingId) return `${callUuid}.recording.${recordingId}`;
  return `${callUuid}.${state === "completed" ? "Hangup" : (field("Event") ?? state)}`;
};

const readLiveCall = (callUuid: string, state: CarrierCallState, field: Fields): CarrierCall =>
  describeLiveCall({
    carrierCallId: callUuid,
    state,
    ...answererOf(field),
    startedAt: toDate(field("SessionStart")),
    detail: field("CallStatus") ?? null,
  });

const endedCall = (callUuid: string, field: Fields, receivedAt: Date): CarrierCall => {
  const sessionStart = toDate(field("SessionStart"));
  const at = sessionStart
    ? createLocalTimeReader(field("AnswerTime") ?? field("StartTime"), sessionStart)
    : createLocalTimeReader(field("EndTime"), receivedAt);
  const answeredAt = at(field("AnswerTime"));
  const endedAt = at(field("EndTime")) ?? receivedAt;
  const answeredBy = readAnsweredBy(field);
  const [causeName, causeCode] = [field("HangupCause"), field("HangupCauseCode")];
  const status = field("CallStatus");
  const talkSeconds = talkSecondsOf(field, answeredAt && { answeredAt, endedAt });
  return {
    carrierCallId: callUuid,
    state: "completed",
    outcome: toOutcome({
      wasAnswered: answeredAt !== null || talkSeconds > 0,
      answeredBy,
      causeCode,
      causeName,
      status,
    }),
    ...answererOf(field),
    startedAt: at(field("StartTime")),
    answeredAt,
    endedAt,
    durationSeconds: talkSeconds,
    // The call's record has the cost a moment later; it is then fetched.
    costMinor: null,
    currency: null,
    optedOut: false,
    detail:
      [field("HangupCauseName") ?? causeName, causeCode && `code ${causeCode}`].filter(Boolean).join(", ") || null,
  };
};

/** `Duration` may include the ringing and `BillDuration` is rounded up, so they are the second choice. */
const talkSecondsOf = (field: Fields, talk: { answeredAt: Date; endedAt: Date } | null): number => {
  if (talk) return toSeconds((talk.endedAt.getTime() - talk.answeredAt.getTime()) / 1000);
  return field("HangupCause") === "NORMAL_CLEARING" ? toSeconds(field("Duration")) : 0;
};

const recordingOf = (field: Fields): Pick<CarrierEvent, "recording"> => {
  const recordingId = field("RecordingID");
  if (!recordingId) return {};
  const milliseconds = Number(field("RecordingDurationMs"));
  const seconds = milliseconds > 0 ? Math.round(milliseconds / 1000) : Number(field("RecordingDuration"));
  return {
    recording: { recordingId, url: field("RecordUrl") ?? null, durationSeconds: seconds > 0 ? seconds : null },
  };
};
