import { HAND_OVER_WITHIN_MS, HORIZON_DAYS, readAdmissionWindow } from "../campaign/dialling-window.ts";
import type { ConsentStatus } from "../contact/consent.rules.ts";
import type { NumberClass } from "../number/number-kinds.rules.ts";
import { DAY_MS, MINUTE_MS } from "../time/durations.rules.ts";
import type { AppliedRule } from "./applied-rules.ts";
import type { OwnRule } from "./own-rule.ts";
import { type PackRule, type PackRuleOf, WEEKDAYS } from "./rule-pack.ts";
import { formatLaw, type Law, type RuleStanding, type RuleStop } from "./rule-standing.rules.ts";

/** A request to a carrier for the number. */
export interface RuledAttempt {
  atMs: number;
  /** A person answered. */
  answered: boolean;
}

/** A rule of the organization, for one call. */
export interface OwnCheck {
  law: Law;
  ifFalse: OwnRule["if_false"];
  holdsAt(atMs: number): boolean;
}

/** What the rules of packs ask of a call. */
export interface RuledCall {
  rules: readonly AppliedRule[];
  own: readonly OwnCheck[];
  /** Every zone that the person may be in. */
  zones: readonly string[];
  consent: ConsentStatus;
  /** For all contacts of the campaign. */
  consentAttested: boolean;
  numberClass: NumberClass | null;
  /** Null: it is not known yet. */
  callerId: string | null;
  /** Those within the longest span that a rule counts, oldest first. */
  attempts: readonly RuledAttempt[];
  /** The dates of a calendar of holidays, for the year of an instant and those beside it. */
  holidaysOf(calendar: string, atMs: number): readonly string[];
}

/** Judges a call by all rules at once: each must let it pass, so that the strictest decides. */
export const judgeRules = (call: RuledCall, atMs: number): RuleStanding => ({
  packs: [...new Set(call.rules.map(({ law }) => law.pack))],
  refused: findRefusal(call, atMs),
  waits: findWait(call, atMs),
});

/** The rule that stops a call. */
export interface FoundStop {
  law: Law;
  /** For good; false: at that instant. */
  isRefused: boolean;
}

/** Tells which rule stops a call at an instant, and whether for good; null: none. Cheaper than to find out until when. */
export const findStop = (call: RuledCall, atMs: number): FoundStop | null => {
  const refused = findRefusal(call, atMs);
  if (refused) return { law: refused.law, isRefused: true };
  const waiting =
    call.rules.find(({ rule }) => waitFor(rule, call, atMs) !== null) ??
    call.own.find(({ ifFalse, holdsAt }) => ifFalse === "wait" && !holdsAt(atMs));
  return waiting ? { law: waiting.law, isRefused: false } : null;
};

const findRefusal = (call: RuledCall, atMs: number): RuleStanding["refused"] => {
  for (const { law, rule } of call.rules) {
    if (rule.kind !== "consent" && rule.kind !== "number_kinds" && rule.kind !== "caller_id") continue;
    const why = refuseFor(rule, call);
    if (why !== null) return { ...stop(law, why), of: rule.kind };
  }
  const own = call.own.find(({ ifFalse, holdsAt }) => ifFalse === "refuse" && !holdsAt(atMs));
  return own ? { ...stop(own.law, "does not allow this call"), of: "own" } : null;
};

/**
 * Returns why the packs let nobody be transferred to a number outside; null: they do. Of their rules those about kinds of numbers hold for
 * a transfer: what hours, attempts, consents, disclosures and shown numbers say is about people whom an organization calls, and here it
 * calls a person who works for it.
 */
export const refuseTransferByRules = (
  rules: readonly AppliedRule[],
  numberClass: NumberClass | null,
): RuleStop | null => {
  for (const { law, rule } of rules) {
    const why = rule.kind === "number_kinds" ? refuseNumberKind(rule, numberClass) : null;
    if (why !== null) return stop(law, why);
  }
  return null;
};

const stop = (law: Law, why: string): RuleStop => ({ law, sentence: `Rule ${formatLaw(law)} ${why}` });

const refuseFor = (rule: PackRuleOf<"consent" | "number_kinds" | "caller_id">, call: RuledCall): string | null => {
  switch (rule.kind) {
    case "consent":
      return refuseConsent(rule, call);
    case "number_kinds":
      return refuseNumberKind(rule, call.numberClass);
    case "caller_id":
      return call.callerId === null || rule.prefixes.some((prefix) => call.callerId?.startsWith(prefix))
        ? null
        : `asks for a shown number that begins with ${rule.prefixes.join(" or ")}`;
  }
};

const refuseNumberKind = ({ refused }: PackRuleOf<"number_kinds">, numberClass: NumberClass | null): string | null =>
  numberClass && refused.includes(numberClass.kind)
    ? `allows no call to a number of the kind ${numberClass.kind}`
    : null;

const refuseConsent = ({ needs }: PackRuleOf<"consent">, call: RuledCall): string | null => {
  if (call.consent === "granted") return null;
  if (needs === "recorded") return "needs a recorded consent of the person, and there is none";
  return call.consentAttested ? null : "needs a consent that is recorded or attested, and there is none";
};

interface Wait {
  law: Law;
  why: string;
  of: "hours" | "attempts";
  untilMs: number | null;
}

/** More changes than a week of hours, holidays and attempts has. */
const MOST_STEPS = 60;

/** Expressions are asked so often for one judgement: a week and a day of quarters of an hour, and some more. */
const MOST_QUESTIONS = 800;

/**
 * Returns the rule that keeps the call waiting, and the first instant at which none does. Where expressions were asked as often as is
 * allowed, that is the instant up to which they were: the call is judged again then.
 */
const findWait = (call: RuledCall, atMs: number): RuleStanding["waits"] => {
  const left = { questions: MOST_QUESTIONS };
  const now = listWaits(call, atMs, left);
  if (now.length === 0) return null;
  const first = latest(now);
  const named = { ...stop(first.law, first.why), of: first.of };
  let waits = now;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { untilMs } = latest(waits);
    if (untilMs === null) return { ...named, untilMs: null };
    waits = listWaits(call, untilMs, left);
    if (waits.length === 0 || left.questions <= 0) return { ...named, untilMs };
  }
  return { ...named, untilMs: null };
};

const latest = (waits: readonly Wait[]): Wait => {
  const [first, ...others] = waits;
  if (!first) throw new Error("a rule keeps the call waiting");
  return others.reduce((one, other) => (endOf(other) > endOf(one) ? other : one), first);
};

const endOf = ({ untilMs }: Wait): number => untilMs ?? Number.POSITIVE_INFINITY;

const listWaits = (call: RuledCall, atMs: number, left: { questions: number }): Wait[] => [
  ...call.rules.flatMap(({ law, rule }) => {
    const wait = waitFor(rule, call, atMs);
    return wait === null ? [] : [{ law, ...wait }];
  }),
  ...call.own.flatMap((own) =>
    own.ifFalse === "refuse" || own.holdsAt(atMs)
      ? []
      : [{ law: own.law, why: "allows no call now", of: "hours" as const, untilMs: findTrue(own, atMs, left) }],
  ),
];

/** An expression is asked again at each of these steps of the clock, within the days for which windows are read. */
const ASKED_EVERY_MS = 15 * MINUTE_MS;
const ASKED_FOR_MS = HORIZON_DAYS * DAY_MS;

const findTrue = ({ holdsAt }: OwnCheck, afterMs: number, left: { questions: number }): number | null => {
  const first = (Math.floor(afterMs / ASKED_EVERY_MS) + 1) * ASKED_EVERY_MS;
  for (let atMs = first; atMs <= afterMs + ASKED_FOR_MS; atMs += ASKED_EVERY_MS) {
    left.questions -= 1;
    if (left.questions <= 0 || holdsAt(atMs)) return atMs;
  }
  return null;
};

const waitFor = (rule: PackRule, call: RuledCall, atMs: number): Omit<Wait, "law"> | null => {
  switch (rule.kind) {
    case "hours":
      return waitForHours(rule, call, atMs);
    case "attempts":
      return waitForAttempts(rule, call, atMs);
    case "pause_after_conversation":
      return waitAfterConversation(rule, call, atMs);
    case "consent":
    case "number_kinds":
    case "caller_id":
    case "disclosure":
    case "retention":
      return null;
  }
};

const waitForHours = (rule: PackRuleOf<"hours">, call: RuledCall, atMs: number): Omit<Wait, "law"> | null => {
  const zones = call.zones.join();
  const ofRule = knownWindows.get(rule) ?? new Map<string, OpenSpan>();
  knownWindows.set(rule, ofRule);
  const known = ofRule.get(zones);
  if (known && atMs >= known.fromMs && atMs < known.untilMs) return null;
  const window = readAdmissionWindow(
    readRuleHours(rule, (name) => call.holidaysOf(name, atMs)),
    call.zones,
    atMs,
  );
  if (!window.open) return { why: "allows no call at this hour", of: "hours", untilMs: window.opensAtMs };
  ofRule.set(zones, { fromMs: atMs, untilMs: window.closesAtMs - HAND_OVER_WITHIN_MS });
  return null;
};

interface OpenSpan {
  fromMs: number;
  untilMs: number;
}

/**
 * When a rule's hours are known to be open in some zones: every admission of the day asks, and a window is read once until it closes. It
 * says the same as reading it anew would.
 */
type OpenSpans = Map<string, OpenSpan>;
const knownWindows = new WeakMap<PackRule, OpenSpans>();

/** Converts the hours of a rule to the form in which windows are read. */
export const readRuleHours = (
  { slots, holidays }: PackRuleOf<"hours">,
  datesOf: (calendar: string) => readonly string[],
) => ({
  slots: slots.flatMap(({ days, from, until }) =>
    days.map((day) => ({ day_of_week: WEEKDAYS.indexOf(day), start_time: from, end_time: until })),
  ),
  holidays: holidays === undefined ? [] : datesOf(holidays),
});

const waitForAttempts = (
  { most, within_days: days }: PackRuleOf<"attempts">,
  { attempts }: RuledCall,
  atMs: number,
): Omit<Wait, "law"> | null => {
  const spanMs = days * DAY_MS;
  const counted = attempts.filter((attempt) => attempt.atMs > atMs - spanMs);
  if (counted.length < most) return null;
  const untilMs = (counted[counted.length - most]?.atMs ?? atMs) + spanMs;
  const why = `allows ${most} calls within ${days * 24} hours, and the number was dialled ${counted.length} times`;
  return { why, of: "attempts", untilMs };
};

const waitAfterConversation = (
  { days }: PackRuleOf<"pause_after_conversation">,
  { attempts }: RuledCall,
  atMs: number,
): Omit<Wait, "law"> | null => {
  const last = attempts.findLast(({ answered }) => answered);
  const untilMs = (last?.atMs ?? Number.NEGATIVE_INFINITY) + days * DAY_MS;
  if (untilMs <= atMs) return null;
  return { why: `allows no call within ${days} days after a conversation`, of: "attempts", untilMs };
};

/** Returns for how many days back attempts count for a rule; 0: for none. */
export const daysThatCount = (rule: PackRule): number => {
  if (rule.kind === "attempts") return rule.within_days;
  return rule.kind === "pause_after_conversation" ? rule.days : 0;
};
