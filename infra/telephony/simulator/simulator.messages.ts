import { z } from "zod";
import { readDetection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CallInstructions, VerifiedInboundCall, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallbackRequest, CarrierCall, VerifiedCallback } from "../carrier.ts";
import { type Instructions, type Step, turnSchema } from "./simulator.instructions.ts";
import { type CallView, callbackSchema, callViewSchema } from "./simulator.protocol.ts";
import { isSignedBy, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "./simulator.signature.ts";

const turn = z.object({ type: z.literal("turn"), call: callViewSchema, turn: turnSchema });
const inbound = z.object({ type: z.literal("inbound"), call: callViewSchema });

const UNSIGNED = { ok: false, reason: "missing, wrong or expired signature" } as const;

/** Tells whether a request is the simulator's own, and less than five minutes old. */
export const isGenuine = (signingKey: string, request: CallbackRequest): boolean =>
  isSignedBy(signingKey, {
    timestamp: request.headers[TIMESTAMP_HEADER] ?? "",
    signature: request.headers[SIGNATURE_HEADER] ?? "",
    url: request.url,
    body: request.body,
    now: new Date(),
  });

const jsonOf = (request: CallbackRequest): unknown => parseJson(request.body.toString("utf8"));

export const readCallback = (signingKey: string, request: CallbackRequest): VerifiedCallback => {
  if (!isGenuine(signingKey, request)) return UNSIGNED;
  const parsed = callbackSchema.safeParse(jsonOf(request));
  if (!parsed.success) return { ok: false, reason: "the body is not a simulator event" };
  const { event_id, call, recording } = parsed.data;
  const told = recording && { recordingId: recording.id, url: null, durationSeconds: recording.duration_seconds };
  return { ok: true, event: { eventId: event_id, call: toCarrierCall(call), ...(told && { recording: told }) } };
};

export const readTurn = (signingKey: string, request: CallbackRequest): VerifiedTurn => {
  if (!isGenuine(signingKey, request)) return UNSIGNED;
  const json = jsonOf(request);
  const parsed = turn.safeParse(json);
  if (parsed.success) return { ok: true, turn: { carrierCallId: parsed.data.call.id, event: parsed.data.turn } };
  const other = inbound.or(callbackSchema).safeParse(json);
  if (!other.success) return { ok: false, reason: "the body is no request for instructions" };
  const kind =
    other.data.type === "inbound" ? ({ kind: "begin", answeredBy: null } as const) : { kind: "other" as const };
  return { ok: true, turn: { carrierCallId: other.data.call.id, event: kind } };
};

export const peekInbound = (request: CallbackRequest): { to: string; accountId: string | null } | null => {
  const parsed = inbound.safeParse(jsonOf(request));
  return parsed.success ? { to: parsed.data.call.to, accountId: parsed.data.call.account || null } : null;
};

export const readInbound = (signingKey: string, request: CallbackRequest): VerifiedInboundCall => {
  if (!isGenuine(signingKey, request)) return UNSIGNED;
  const parsed = inbound.safeParse(jsonOf(request));
  if (!parsed.success) return { ok: false, reason: "the body announces no call" };
  const { id, from, to, started_at } = parsed.data.call;
  return { ok: true, call: { carrierCallId: id, from: from || null, to, startedAt: new Date(started_at) } };
};

/** Converts instructions to the simulator's document. */
export const toInstructions = (
  { say, language, voice, playDigits, record, next }: CallInstructions,
  statusUrl: string,
): Instructions => ({
  say: [...say],
  language,
  voice: voice ?? null,
  play_digits: playDigits ?? null,
  // With text the call is answered, spoken to and ended.
  next: next.kind === "reject" && say.length > 0 ? { kind: "hang_up" } : toStep(next),
  status_url: statusUrl,
  record: record ?? false,
});

const toStep = (next: CallInstructions["next"]): Step => {
  if (next.kind === "listen") {
    const { turnUrl, silenceSeconds, interruptible } = next;
    return { kind: "listen", turn_url: turnUrl, silence_seconds: silenceSeconds, interruptible };
  }
  if (next.kind === "relay") {
    const { webSocketUrl, afterUrl, interruptible } = next;
    return { kind: "relay", web_socket_url: webSocketUrl, after_url: afterUrl, interruptible };
  }
  if (next.kind === "transfer") {
    const { to, callerId, ringTimeoutSeconds, afterUrl } = next;
    return { kind: "transfer", to, caller_id: callerId, ring_timeout_seconds: ringTimeoutSeconds, after_url: afterUrl };
  }
  if (next.kind === "hold") return { kind: "hold", ask_url: next.askUrl, seconds: next.seconds };
  if (next.kind === "join") return { kind: "join", conference: next.conference, after_url: next.afterUrl };
  return next;
};

const ENDED_BY = { platform: "hung up by the caller", agent: "ended by the agent", person: "hung up by the person" };

export const toCarrierCall = (call: CallView): CarrierCall => ({
  carrierCallId: call.id,
  state: call.state,
  outcome: call.outcome,
  answeredBy: readDetection(call.answered_by),
  answerWord: call.answered_by,
  startedAt: new Date(call.started_at),
  answeredAt: call.answered_at === null ? null : new Date(call.answered_at),
  endedAt: call.ended_at === null ? null : new Date(call.ended_at),
  durationSeconds: call.talk_seconds,
  costMinor: call.cost_minor,
  currency: call.currency,
  optedOut: call.opted_out,
  detail: call.hung_up ? ENDED_BY[call.hung_up_by ?? "platform"] : null,
});
