import type { TurnEvent, VerifiedInboundCall, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { isE164 } from "../../../domain/number/e164.ts";
import type { CallbackRequest, CarrierEvent, CarrierRecording, VerifiedCallback } from "../carrier.ts";
import { toDate } from "../carrier-values.ts";
import { describeCall, toAnsweredBy, toOutcome } from "./telnyx.call.ts";
import { type CallState, decodeCallState } from "./telnyx.call-state.ts";
import { readWebhook, type TelnyxEvent } from "./telnyx.event.ts";
import { isSignedByTelnyx } from "./telnyx.signature.ts";

interface OwnEvent {
  ok: true;
  id: string;
  event: TelnyxEvent;
  /** The id of our call: events of a leg that a transfer dialled are about the call that is transferred. */
  carrierCallId: string;
  state: CallState;
}

/** Reads one of a call's events at its status URL. */
export const readCallback = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedCallback => {
  const read = readOwnEvent(credentials, request);
  if (!read.ok) return read;
  const { id, event, carrierCallId, state } = read;
  if (state.statusUrl !== request.url) return { ok: false, reason: "the event is of another call" };
  const turn = turnOf(event, state);
  const resume = resumeOf(event, state);
  const recording = recordingOf(event);
  const told: CarrierEvent = {
    eventId: id,
    call: describeCall(carrierCallId, state.transferOf === undefined ? [event] : []),
    ...(turn && { turn }),
    ...(resume && { resume }),
    ...(recording && { recording }),
  };
  return { ok: true, event: told };
};

/** Reads the same events for the conversation, at any address below the run's own. */
export const readTurn = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn => {
  const read = readOwnEvent(credentials, request);
  if (!read.ok) return read;
  const { event, carrierCallId, state } = read;
  if (runAddress(state.statusUrl) !== runAddress(request.url)) {
    return { ok: false, reason: "the event is of another call" };
  }
  return { ok: true, turn: { carrierCallId, event: turnOf(event, state) ?? { kind: "other" } } };
};

const runAddress = (url: string): string => url.replace(/[?#].*$/s, "").replace(/\/[^/]*$/, "");

const readOwnEvent = (
  credentials: CarrierCredentials,
  request: CallbackRequest,
): OwnEvent | { ok: false; reason: string } => {
  const read = readGenuine(credentials, request);
  if (!read.ok) return read;
  const { payload } = read.event;
  const state = decodeCallState(payload.client_state);
  const carrierCallId = state?.transferOf ?? payload.call_control_id;
  if (!state || !carrierCallId) return { ok: false, reason: "the event names no call of ours" };
  return { ...read, carrierCallId, state };
};

const readGenuine = (credentials: CarrierCredentials, request: CallbackRequest) => {
  if (!isSignedByTelnyx(readSetting(credentials, "webhook_public_key"), request)) {
    return { ok: false, reason: "missing, wrong or old signature" } as const;
  }
  const read = readWebhook(request.body);
  if (!read) return { ok: false, reason: "the body is not a call event" } as const;
  const connectionId = read.event.payload.connection_id;
  // The key belongs to the account, which may have other applications.
  if (connectionId && connectionId !== readSetting(credentials, "connection_id")) {
    return { ok: false, reason: "another application's call" } as const;
  }
  return { ok: true, ...read } as const;
};

const turnOf = (event: TelnyxEvent, state: CallState): TurnEvent | null => {
  if (state.transferOf !== undefined) return transferTurn(event);
  // Nothing but a hold gathers keys.
  if (event.type === "call.gather.ended") return { kind: "silence" };
  if (event.type === "call.conversation.ended") return { kind: "relay_ended" };
  if (state.relays || state.resume) return null;
  if (event.type === "call.answered") return state.detects ? null : { kind: "begin", answeredBy: null };
  const answeredBy = event.type.endsWith("detection.ended") ? toAnsweredBy(event) : null;
  return answeredBy && { kind: "begin", answeredBy };
};

/**
 * Reads the result of a transfer, which is reported when it is over, as by other carriers, so that instructions do not disturb a
 * conversation.
 */
const transferTurn = ({ type, payload }: TelnyxEvent): TurnEvent | null => {
  if (type !== "call.hangup") return null;
  const outcome = toOutcome(payload);
  if (outcome === "answered" || outcome === "busy") return { kind: "transfer_ended", outcome };
  return { kind: "transfer_ended", outcome: ["no_answer", "canceled"].includes(outcome) ? "no_answer" : "failed" };
};

const DONE = new Set(["call.answered", "call.speak.ended", "call.playback.ended"]);

/** Returns the remaining instructions when a command is done; a spoken one is done when it has been said. */
const resumeOf = ({ type }: TelnyxEvent, { resume }: CallState) => (DONE.has(type) ? resume : undefined);

/** Older accounts' events lack the recording's id: then the leg finds it. */
const recordingOf = ({ type, payload }: TelnyxEvent): CarrierRecording | null => {
  const recordingId = payload.recording_id ?? (payload.call_leg_id ? `${LEG_PREFIX}${payload.call_leg_id}` : null);
  if (type !== "call.recording.saved" || !recordingId) return null;
  const [from, to] = [toDate(payload.recording_started_at), toDate(payload.recording_ended_at)];
  const durationSeconds = from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null;
  // The event's address is valid for ten minutes; the recording's id always gives a new one.
  return { recordingId, url: null, durationSeconds };
};

export const LEG_PREFIX = "leg:";

export const peekInbound = (request: CallbackRequest): { to: string; accountId: string | null } | null => {
  const event = readWebhook(request.body)?.event;
  if (!event || !isAnnouncement(event)) return null;
  const { to, connection_id: accountId = null } = event.payload;
  return to && isE164(to) ? { to, accountId } : null;
};

export const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall => {
  const read = readGenuine(credentials, request);
  if (!read.ok) return read;
  const { call_control_id: carrierCallId, from, to, start_time: startTime } = read.event.payload;
  if (!isAnnouncement(read.event) || !carrierCallId || !to || !isE164(to)) {
    return { ok: false, reason: "the event announces no call" };
  }
  const caller = from && isE164(from) ? from : null;
  return { ok: true, call: { carrierCallId, from: caller, to, startedAt: toDate(startTime) ?? read.event.at } };
};

const isAnnouncement = ({ type, payload }: TelnyxEvent): boolean =>
  type === "call.initiated" && payload.direction === "incoming";
