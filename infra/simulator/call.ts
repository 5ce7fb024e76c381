import { z } from "zod";
import { agentVoiceSchema } from "../../domain/agent/agent-voice.ts";
import {
  CALL_EVENT_TYPES,
  type CallEventType,
  type CallView,
  placeCallBody,
} from "../telephony/simulator/simulator.protocol.ts";
import { callPlanSchema } from "./plan.ts";

export const simulatorCallSchema = z.object({
  id: z.string(),
  createdAtMs: z.number(),
  request: placeCallBody,
  attempt: z.number(),
  plan: callPlanSchema,
  hungUpAtMs: z.number().nullable(),
  hungUpBy: z.enum(["platform", "agent", "person"]).nullable().default(null),
  direction: z.enum(["outbound", "inbound"]).default("outbound"),
  /** The voice of the latest instructions. */
  voice: agentVoiceSchema.nullable().default(null),
});

/** A call as it is stored: the request, the plan, and when somebody cut it short. */
export type SimulatorCall = z.infer<typeof simulatorCallSchema>;

export interface CallEvent {
  type: CallEventType;
  atMs: number;
}

const endOf = (call: SimulatorCall): number =>
  Math.min(call.createdAtMs + call.plan.endedAfterMs, call.hungUpAtMs ?? Number.POSITIVE_INFINITY);

/** Returns the instant of a planned step, or null when the call never gets there. */
const stepAt = (call: SimulatorCall, afterMs: number | null): number | null => {
  const at = call.createdAtMs + (afterMs ?? Number.POSITIVE_INFINITY);
  return at < endOf(call) ? at : null;
};

/** Returns every event of the call in order, past or future. */
export const listCallEvents = (call: SimulatorCall): CallEvent[] => {
  const isInbound = call.direction === "inbound";
  const answeredAtMs = stepAt(call, call.plan.answeredAfterMs);
  const isRecorded = call.request.record && answeredAtMs !== null;
  const instants: Record<CallEventType, number | null> = {
    // An incoming call is announced in another way.
    initiated: isInbound ? null : call.createdAtMs,
    ringing: isInbound ? null : stepAt(call, call.plan.ringingAfterMs),
    answered: answeredAtMs,
    completed: endOf(call),
    recorded: isRecorded ? endOf(call) + call.plan.recordedAfterMs : null,
  };
  return CALL_EVENT_TYPES.flatMap((type) => {
    const atMs = instants[type];
    return atMs === null ? [] : [{ type, atMs }];
  });
};

/** Returns the call at an instant, computed from plan and time alone, so that a restart changes nothing. */
export const viewCall = (call: SimulatorCall, atMs: number): CallView => {
  const { request } = call;
  const endedAtMs = atMs >= endOf(call) ? endOf(call) : null;
  const answeredAtMs = reached(stepAt(call, call.plan.answeredAfterMs), atMs);
  const ringing = reached(stepAt(call, call.plan.ringingAfterMs), atMs) !== null;
  const outcome = endedAtMs === null ? null : outcomeOf(call, answeredAtMs !== null);
  const talkSeconds = endedAtMs === null ? null : talkSecondsOf(call, answeredAtMs, endedAtMs);
  const isPriced = endedAtMs !== null && (request.sandbox || atMs >= endedAtMs + call.plan.pricedAfterMs);
  return {
    id: call.id,
    idempotency_key: request.idempotency_key,
    account: request.account,
    to: request.to,
    from: request.from,
    attempt: call.attempt,
    state: endedAtMs !== null ? "completed" : answeredAtMs !== null ? "in_progress" : ringing ? "ringing" : "queued",
    outcome,
    answered_by: answeredAtMs === null ? null : call.plan.outcome === "voicemail" ? "machine" : "human",
    opted_out: outcome === "answered" && call.plan.outcome === "opted_out",
    started_at: isoTime(call.createdAtMs),
    answered_at: answeredAtMs === null ? null : isoTime(answeredAtMs),
    ended_at: endedAtMs === null ? null : isoTime(endedAtMs),
    talk_seconds: talkSeconds,
    cost_minor: isPriced ? costOf(call, talkSeconds ?? 0) : null,
    currency: isPriced ? call.plan.currency : null,
    sandbox: request.sandbox,
    hung_up: call.hungUpAtMs !== null,
    hung_up_by: call.hungUpBy,
    direction: call.direction,
    voice: call.voice ?? request.conversation?.voice ?? null,
  };
};

const reached = (stepAtMs: number | null, nowMs: number) => (stepAtMs !== null && stepAtMs <= nowMs ? stepAtMs : null);

const outcomeOf = (call: SimulatorCall, answered: boolean): CallView["outcome"] => {
  const cutShort = call.hungUpAtMs !== null && call.hungUpAtMs < call.createdAtMs + call.plan.endedAfterMs;
  if (cutShort && !answered) return "canceled";
  return call.plan.outcome === "opted_out" ? "answered" : call.plan.outcome;
};

const talkSecondsOf = (call: SimulatorCall, answeredAtMs: number | null, endedAtMs: number): number => {
  if (answeredAtMs === null) return 0;
  const phoneSeconds = ((endedAtMs - answeredAtMs) * call.plan.speed) / 1000;
  // The seconds are rounded first, because the scaling leaves 30.000000001 s, which must not count as another second.
  return Math.ceil(Math.min(Number(phoneSeconds.toFixed(3)), call.plan.talkSeconds));
};

const costOf = (call: SimulatorCall, talkSeconds: number): number =>
  call.request.sandbox ? 0 : Math.ceil(talkSeconds / 60) * call.plan.costPerMinuteMinor;

const isoTime = (ms: number) => new Date(ms).toISOString();
