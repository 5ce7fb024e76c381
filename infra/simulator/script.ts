import { z } from "zod";
import {
  type CarrierFault,
  findMagicNumber,
  SIMULATED_OUTCOMES,
} from "../../domain/environment/magic-numbers.rules.ts";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import { isRegularExpression, type TalkLine, talkLine } from "./talk.ts";

/** The possible results of a call. `invalid_number` is refused with the request; `opted_out` is a person who says "never again". */
export const SCRIPTED_OUTCOMES = SIMULATED_OUTCOMES;

export type ScriptedOutcome = (typeof SCRIPTED_OUTCOMES)[number];

const probability = z.number().min(0).max(1);
const seconds = z.number().min(0).max(DAY_SECONDS);
const secondsOrRange = z.union([seconds, z.tuple([seconds, seconds])]);

const misbehaviours = z
  .strictObject({
    /** The answer is 429 with Retry-After; the call is never made. */
    throttled: probability,
    /** This many first requests for a number are throttled, whatever the probability says. */
    throttled_times: z.int().min(0),
    retry_after_seconds: z.int().min(1),
    /** The answer is 503; the call is not made, but the caller cannot know that. */
    server_error: probability,
    /** The connection is cut and the call is not made, but the caller cannot know that. */
    request_lost: probability,
    /** The call is made, then the connection is cut. */
    response_lost: probability,
    slow_response: probability,
    slow_response_ms: z.int().min(0).max(600_000),
    /** The answer to the request comes only after the first callback. */
    event_before_response: probability,
    callback_lost: probability,
    /** The event that tells the end of the call. */
    last_callback_lost: probability,
    callback_duplicated: probability,
    /** The event is sent after the call's last event. */
    callback_reordered: probability,
    /** The event, and with it those that follow, is sent so much later, in real time. */
    callback_late: probability,
    callback_late_ms: z.int().min(0).max(600_000),
  })
  .partial();

const behaviour = z.strictObject({
  /** The n-th call to a number gets the n-th outcome, later ones the last. Takes precedence over `weights`. */
  outcomes: z.array(z.enum(SCRIPTED_OUTCOMES)).min(1).optional(),
  /** Relative frequencies of outcomes. */
  weights: z.partialRecord(z.enum(SCRIPTED_OUTCOMES), z.number().min(0)).optional(),
  ring_seconds: secondsOrRange.optional(),
  talk_seconds: secondsOrRange.optional(),
  misbehaviours: misbehaviours.optional(),
  /** The person's behaviour in a conversation; `talk.ts` lists the lines. */
  talk: z.array(talkLine).optional(),
  /** The result of a transfer that the agent requests. */
  transfer_outcome: z.enum(["answered", "busy", "no_answer", "failed"]).optional(),
});

const rule = behaviour.extend({
  /** A regular expression over the called number; `"07$"` is a suffix. */
  match: z.string().refine(isRegularExpression, "not a regular expression"),
  /** The rule applies only to calls of this account. */
  account: z.string().optional(),
});

export const TEXT_ANSWERS = [
  "accepted",
  "throttled",
  "suspended",
  "server_error",
  "request_lost",
  "response_lost",
  "invalid_number",
  "opted_out",
  "refused",
] as const;
export type TextAnswer = (typeof TEXT_ANSWERS)[number];

const textRule = z.strictObject({
  /** A regular expression over the number that is written to. */
  match: z.string().refine(isRegularExpression, "not a regular expression"),
  answer: z.enum(TEXT_ANSWERS).default("accepted"),
  /** So many requests for a number get the answer, and later ones are accepted; null: all. */
  times: z.int().min(0).nullable().default(null),
  state: z.enum(["sent", "delivered", "failed"]).default("delivered"),
  /** How often the platform is told; 0: never. */
  callbacks: z.int().min(0).max(3).default(1),
});

/**
 * The JSON of `PUT /v1/script`. The first rule that matches a number takes precedence over `defaults`, field by field.
 */
export const scriptSchema = z.strictObject({
  /** Two simulators with the same script and seed treat a number the same way. */
  seed: z.string().default("ringdown"),
  /** 1 is real time; at 60 a minute of phone time takes a second. Durations are reported in phone time. */
  speed: z.number().positive().max(100_000).default(10),
  defaults: behaviour.prefault({}),
  rules: z.array(rule).default([]),
  /** When one account places more calls within a second, they are throttled; null: no limit. */
  calls_per_second: z.number().positive().nullable().default(null),
  /** These accounts are refused until the script changes. */
  suspended_accounts: z.array(z.string()).default([]),
  cost_per_minute_minor: z.int().min(0).default(1),
  currency: z.string().length(3).default("USD"),
  /** A call has a price this long after its end, in phone time; at most carriers it takes minutes. */
  price_delay_seconds: seconds.default(0),
  /** A recording is available this long after its call, in phone time. */
  recording_delay_seconds: seconds.default(1),
  /** By number: the answer to a request to rent it; `refused` also applies to releasing and configuring it. */
  number_faults: z.record(z.string(), z.enum(["answer_lost", "taken", "refused"])).default({}),
  /** How texts go; the first rule that matches a number applies, and any other text is delivered. */
  texts: z.array(textRule).default([]),
});

export type SimulatorScript = z.infer<typeof scriptSchema>;
/** The input form of a script: everything has a default. */
export type SimulatorScriptInput = z.input<typeof scriptSchema>;
type Behaviour = z.infer<typeof behaviour>;

/** The behaviour for one number after rule and defaults are merged. */
export interface ResolvedBehaviour {
  outcomes: readonly ScriptedOutcome[] | undefined;
  weights: Readonly<Partial<Record<ScriptedOutcome, number>>>;
  ringSeconds: readonly [number, number];
  talkSeconds: readonly [number, number];
  misbehaviours: Readonly<z.infer<typeof misbehaviours>>;
  /** undefined: lines that fit the outcome. */
  talk: readonly TalkLine[] | undefined;
  transferOutcome: "answered" | "busy" | "no_answer" | "failed";
}

const BUILT_IN_WEIGHTS: ResolvedBehaviour["weights"] = {
  answered: 56,
  voicemail: 13,
  no_answer: 14,
  busy: 8,
  rejected: 4,
  failed: 3,
  opted_out: 2,
};

/** Returns the behaviour for a number: a rule of the script for it, else that of a magic number. `outcomes` of the defaults do not override the weights of a rule. */
export const resolveBehaviour = (script: SimulatorScript, call: { to: string; account: string }): ResolvedBehaviour => {
  const own: Behaviour =
    script.rules.find(
      (each) => (each.account === undefined || each.account === call.account) && new RegExp(each.match).test(call.to),
    ) ??
    magicBehaviour(call.to) ??
    {};
  const decided = own.outcomes || own.weights ? own : script.defaults;
  return {
    outcomes: decided.outcomes,
    weights: decided.weights ?? BUILT_IN_WEIGHTS,
    ringSeconds: toRange(own.ring_seconds ?? script.defaults.ring_seconds ?? [3, 12]),
    talkSeconds: toRange(own.talk_seconds ?? script.defaults.talk_seconds ?? [10, 90]),
    misbehaviours: { ...script.defaults.misbehaviours, ...own.misbehaviours },
    talk: own.talk ?? script.defaults.talk,
    transferOutcome: own.transfer_outcome ?? script.defaults.transfer_outcome ?? "answered",
  };
};

const FAULTS: Readonly<Record<CarrierFault, Behaviour["misbehaviours"]>> = {
  throttles_twice: { throttled_times: 2 },
  loses_answer: { response_lost: 1 },
  loses_end: { last_callback_lost: 1 },
};

/** It rings shortly: a long ring would be no answer. */
const MAGIC_RING_SECONDS = 3;

const magicBehaviour = (phoneNumber: string): Behaviour | null => {
  const found = findMagicNumber(phoneNumber);
  if (!found) return null;
  const { outcomes, fault } = found;
  return {
    outcomes: [...outcomes],
    ring_seconds: MAGIC_RING_SECONDS,
    ...(fault && { misbehaviours: FAULTS[fault] }),
  };
};

const toRange = (value: number | [number, number]): readonly [number, number] =>
  typeof value === "number" ? [value, value] : value;
