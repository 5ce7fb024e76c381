import { createHash } from "node:crypto";
import { z } from "zod";
import { EVENT_TYPES, type EventType } from "../telephony/simulator/simulator.protocol.ts";
import { type ResolvedBehaviour, resolveBehaviour, SCRIPTED_OUTCOMES, type SimulatorScript } from "./script.ts";
import { chooseTalk, talkLine } from "./talk.ts";

const delivery = z.object({
  lost: z.boolean(),
  duplicated: z.boolean(),
  reordered: z.boolean(),
  lateByMs: z.number().default(0),
});

/** The whole course of a call, decided when it is made. Offsets are real milliseconds from then. */
export const callPlanSchema = z.object({
  outcome: z.enum(SCRIPTED_OUTCOMES).exclude(["invalid_number"]),
  ringingAfterMs: z.number().nullable(),
  answeredAfterMs: z.number().nullable(),
  endedAfterMs: z.number(),
  talkSeconds: z.number(),
  speed: z.number(),
  costPerMinuteMinor: z.number(),
  currency: z.string(),
  /** From the end of the call, real milliseconds. */
  pricedAfterMs: z.number().default(0),
  recordedAfterMs: z.number().default(0),
  deliveries: z.record(z.enum(EVENT_TYPES), delivery),
  /** The person's behaviour in a conversation. */
  talk: z.array(talkLine).default([]),
  transferOutcome: z.enum(["answered", "busy", "no_answer", "failed"]).default("answered"),
});

export type CallPlan = z.infer<typeof callPlanSchema>;
export type DeliveryPlan = z.infer<typeof delivery>;

/** The answer to the request itself; only `accepted` makes a call. */
export interface RequestPlan {
  answer: "accepted" | "throttled" | "server_error" | "request_lost" | "invalid_number";
  retryAfterSeconds: number;
  responseLost: boolean;
  responseDelayMs: number;
  eventBeforeResponse: boolean;
}

export interface PlannedCall {
  to: string;
  account: string;
  /** 1 for the first call to this number; the script's outcomes depend on it. */
  attempt: number;
}

/** Returns a number in [0, 1) that depends only on its arguments, so that a script repeats itself exactly. */
const draw = (...parts: readonly (string | number)[]): number =>
  createHash("sha256").update(JSON.stringify(parts)).digest().readUIntBE(0, 6) / 2 ** 48;

/** Decides the answer to one request. `requestNumber`: 1 for the first request ever for this number, including throttled ones. */
export const planRequest = (script: SimulatorScript, call: PlannedCall & { requestNumber: number }): RequestPlan => {
  const behaviour = resolveBehaviour(script, call);
  const manners = behaviour.misbehaviours;
  const happens = (name: string, chance = 0) =>
    draw(script.seed, call.to, "request", call.requestNumber, name) < chance;
  const answer = (): RequestPlan["answer"] => {
    if (call.requestNumber <= (manners.throttled_times ?? 0)) return "throttled";
    if (happens("throttled", manners.throttled)) return "throttled";
    if (happens("server_error", manners.server_error)) return "server_error";
    if (happens("request_lost", manners.request_lost)) return "request_lost";
    return chooseOutcome(script.seed, behaviour, call) === "invalid_number" ? "invalid_number" : "accepted";
  };
  return {
    answer: answer(),
    retryAfterSeconds: manners.retry_after_seconds ?? 1,
    responseLost: happens("response_lost", manners.response_lost),
    responseDelayMs: happens("slow_response", manners.slow_response) ? (manners.slow_response_ms ?? 3000) : 0,
    eventBeforeResponse: happens("event_before_response", manners.event_before_response),
  };
};

/** Decides the course of a call that was accepted. */
export const planCall = (
  script: SimulatorScript,
  call: PlannedCall & {
    ringTimeoutSeconds: number;
    timeLimitSeconds: number;
    /** The call continues until somebody hangs up. */
    isTalkedOn?: boolean;
  },
): CallPlan => {
  const behaviour = resolveBehaviour(script, call);
  const chosen = chooseOutcome(script.seed, behaviour, call);
  const wanted = chosen === "invalid_number" ? "failed" : chosen;
  const within = ([low, high]: readonly [number, number], name: string) =>
    low + (high - low) * draw(script.seed, call.to, "call", call.attempt, name);
  const ringSeconds = within(behaviour.ringSeconds, "ring");
  const picksUp = wanted === "answered" || wanted === "opted_out" || wanted === "voicemail";
  const outcome = picksUp && ringSeconds > call.ringTimeoutSeconds ? "no_answer" : wanted;
  const talks = picksUp && outcome === wanted;
  const lastsSeconds = call.isTalkedOn ? call.timeLimitSeconds : within(behaviour.talkSeconds, "talk");
  const talkSeconds = talks ? Math.min(lastsSeconds, call.timeLimitSeconds) : 0;
  const timing = timeCall({ outcome, talks, ringSeconds, talkSeconds, ringTimeoutSeconds: call.ringTimeoutSeconds });
  const scaled = (phoneSeconds: number | null) => (phoneSeconds === null ? null : (phoneSeconds * 1000) / script.speed);
  return {
    outcome,
    ringingAfterMs: scaled(timing.ringing),
    answeredAfterMs: scaled(timing.answered),
    endedAfterMs: (timing.ended * 1000) / script.speed,
    talkSeconds,
    speed: script.speed,
    costPerMinuteMinor: script.cost_per_minute_minor,
    currency: script.currency,
    ...planReports(script),
    deliveries: planDeliveries(script.seed, behaviour, call),
    talk: call.isTalkedOn ? [...(behaviour.talk ?? chooseTalk(outcome))] : [],
    transferOutcome: behaviour.transferOutcome,
  };
};

/** When a call's price and its recording come. */
export const planReports = (script: SimulatorScript): Pick<CallPlan, "pricedAfterMs" | "recordedAfterMs"> => ({
  pricedAfterMs: (script.price_delay_seconds * 1000) / script.speed,
  recordedAfterMs: (script.recording_delay_seconds * 1000) / script.speed,
});

const SET_UP_SECONDS = 0.5;

const timeCall = (call: {
  outcome: CallPlan["outcome"];
  talks: boolean;
  ringSeconds: number;
  talkSeconds: number;
  ringTimeoutSeconds: number;
}): { ringing: number | null; answered: number | null; ended: number } => {
  if (call.outcome === "busy" || call.outcome === "failed") {
    return { ringing: null, answered: null, ended: SET_UP_SECONDS * 2 };
  }
  const answered = SET_UP_SECONDS + call.ringSeconds;
  if (call.talks) return { ringing: SET_UP_SECONDS, answered, ended: answered + call.talkSeconds };
  const ringsFor =
    call.outcome === "no_answer" ? call.ringTimeoutSeconds : Math.min(call.ringSeconds, call.ringTimeoutSeconds);
  return { ringing: SET_UP_SECONDS, answered: null, ended: SET_UP_SECONDS + ringsFor };
};

const planDeliveries = (seed: string, behaviour: ResolvedBehaviour, call: PlannedCall): CallPlan["deliveries"] => {
  const manners = behaviour.misbehaviours;
  const plan = (event: EventType): DeliveryPlan => {
    const happens = (name: string, chance = 0) => draw(seed, call.to, "event", call.attempt, event, name) < chance;
    return {
      lost:
        happens("lost", manners.callback_lost) ||
        (event === "completed" && happens("last_lost", manners.last_callback_lost)),
      duplicated: happens("duplicated", manners.callback_duplicated),
      reordered: event !== "completed" && happens("reordered", manners.callback_reordered),
      lateByMs: happens("late", manners.callback_late) ? (manners.callback_late_ms ?? 0) : 0,
    };
  };
  return {
    initiated: plan("initiated"),
    ringing: plan("ringing"),
    answered: plan("answered"),
    completed: plan("completed"),
  };
};

const chooseOutcome = (seed: string, behaviour: ResolvedBehaviour, call: PlannedCall) => {
  const scripted = behaviour.outcomes?.[Math.min(call.attempt, behaviour.outcomes.length) - 1];
  if (scripted) return scripted;
  const weighted = SCRIPTED_OUTCOMES.map((outcome) => ({ outcome, weight: behaviour.weights[outcome] ?? 0 }));
  const total = weighted.reduce((sum, each) => sum + each.weight, 0);
  let left = draw(seed, call.to, "call", call.attempt, "outcome") * total;
  return weighted.find((each) => (left -= each.weight) < 0)?.outcome ?? "answered";
};
