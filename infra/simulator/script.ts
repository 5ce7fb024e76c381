import { z } from "zod";
import { isRegularExpression, type TalkLine, talkLine } from "./talk.ts";

/** What can become of a call. `invalid_number` is refused with the request; `opted_out` is a human who says "never again". */
export const SCRIPTED_OUTCOMES = [
  "answered",
  "opted_out",
  "voicemail",
  "no_answer",
  "busy",
  "rejected",
  "failed",
  "invalid_number",
] as const;

export type ScriptedOutcome = (typeof SCRIPTED_OUTCOMES)[number];

const probability = z.number().min(0).max(1);
const seconds = z.number().min(0).max(86_400);
const secondsOrRange = z.union([seconds, z.tuple([seconds, seconds])]);

const misbehaviours = z
  .strictObject({
    /** 429 with Retry-After; the call is never made. */
    throttled: probability,
    /** This many first requests for a number are throttled, whatever the probability says. */
    throttled_times: z.int().min(0),
    retry_after_seconds: z.int().min(1),
    /** 503; the call is not made, which the caller cannot know. */
    server_error: probability,
    /** The connection is cut and the call is not made, which the caller cannot know. */
    request_lost: probability,
    /** The call is made, then the connection is cut. */
    response_lost: probability,
    slow_response: probability,
    slow_response_ms: z.int().min(0).max(600_000),
    /** The answer to the request comes only after the first callback. */
    event_before_response: probability,
    callback_lost: probability,
    callback_duplicated: probability,
    /** The event is held back until the call's last event was sent. */
    callback_reordered: probability,
  })
  .partial();

const behaviour = z.strictObject({
  /** The n-th call to a number gets the n-th outcome, later ones the last. Wins over `weights`. */
  outcomes: z.array(z.enum(SCRIPTED_OUTCOMES)).min(1).optional(),
  /** Relative frequencies of outcomes. */
  weights: z.partialRecord(z.enum(SCRIPTED_OUTCOMES), z.number().min(0)).optional(),
  ring_seconds: secondsOrRange.optional(),
  talk_seconds: secondsOrRange.optional(),
  misbehaviours: misbehaviours.optional(),
  /** What the person does in a conversation; `talk.ts` lists the lines. */
  talk: z.array(talkLine).optional(),
  /** What becomes of a transfer that the agent asks for. */
  transfer_outcome: z.enum(["answered", "busy", "no_answer", "failed"]).optional(),
});

const rule = behaviour.extend({
  /** Regular expression over the called number; `"07$"` is a suffix. */
  match: z.string().refine(isRegularExpression, "not a regular expression"),
  /** Only calls of this account. */
  account: z.string().optional(),
});

/** The JSON of `PUT /v1/script`. The first rule that matches a number wins, over `defaults`, field by field. */
export const scriptSchema = z.strictObject({
  /** Two simulators with the same script give a number the same fate. */
  seed: z.string().default("ringdown"),
  /** 1 is real time; at 60 a minute on the phone takes a second. Durations are reported in phone time. */
  speed: z.number().positive().max(100_000).default(10),
  defaults: behaviour.prefault({}),
  rules: z.array(rule).default([]),
  /** More calls of one account within a second are throttled; null: no limit. */
  calls_per_second: z.number().positive().nullable().default(null),
  /** These accounts are refused until the script says otherwise. */
  suspended_accounts: z.array(z.string()).default([]),
  cost_per_minute_minor: z.int().min(0).default(1),
  currency: z.string().length(3).default("USD"),
  /** By number: what a request to rent it meets; `refused` also holds for giving it back and pointing it. */
  number_faults: z.record(z.string(), z.enum(["answer_lost", "taken", "refused"])).default({}),
});

export type SimulatorScript = z.infer<typeof scriptSchema>;
/** A script as it may be written: everything has a default. */
export type SimulatorScriptInput = z.input<typeof scriptSchema>;
type Behaviour = z.infer<typeof behaviour>;

/** What applies to one number once rule and defaults are merged. */
export interface ResolvedBehaviour {
  outcomes: readonly ScriptedOutcome[] | undefined;
  weights: Readonly<Partial<Record<ScriptedOutcome, number>>>;
  ringSeconds: readonly [number, number];
  talkSeconds: readonly [number, number];
  misbehaviours: Readonly<z.infer<typeof misbehaviours>>;
  /** undefined: whatever fits the outcome. */
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

/** The behaviour that a script gives to a number. A rule that names weights is not overruled by default `outcomes`. */
export const behaviourFor = (script: SimulatorScript, call: { to: string; account: string }): ResolvedBehaviour => {
  const own: Behaviour =
    script.rules.find(
      (each) => (each.account === undefined || each.account === call.account) && new RegExp(each.match).test(call.to),
    ) ?? {};
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

const toRange = (value: number | [number, number]): readonly [number, number] =>
  typeof value === "number" ? [value, value] : value;
