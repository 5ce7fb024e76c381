import { ADMISSION_RULES, type AdmissionRuleName } from "../call/admission.rules.ts";
import type { AdmissionFacts } from "../call/admission-facts.rules.ts";
import { ATTEMPTS_WINDOW_MS } from "../call/attempt.rules.ts";
import { type DiallingHours, readWindow } from "../campaign/dialling-window.ts";
import type { ConsentStatus } from "../contact/consent.rules.ts";
import { readZonesKey } from "../contact/contact-zones.ts";
import type { FoundStop } from "../rule-pack/judge-rules.ts";
import type { Law, RuleStanding } from "../rule-pack/rule-standing.rules.ts";

/** Days of calls that are judged at once: a quarter of a year. */
export const LONGEST_SPAN_DAYS = 92;

/** Rules that are asked of calls that were made; what is null or empty lets everybody pass. */
export interface CallPolicy {
  hours: DiallingHours | null;
  /** The zones of people whose own are unknown, as a key. */
  fallbackZone: string;
  maxAttemptsPerDay: number | null;
  doNotCall: ReadonlySet<string>;
  /** The limit for the cost of all calls of the span. */
  budget: { total_minor: number; currency: string } | null;
  /** Rules of packs and an organization's own; absent: none. */
  packs?: PackJudge | null;
}

/** Rules of packs, asked of calls in the order in which they were made. */
export interface PackJudge {
  /** How many days before the span calls count. */
  daysBack: number;
  judge(call: MadeCall, zones: readonly string[]): RuleStanding | null;
  /** Tells only which rule stops a call; null: none. */
  findStop(call: MadeCall, zones: readonly string[]): FoundStop | null;
  remember(call: MadeCall): void;
}

/** What rules of packs ask of a call that was made. */
export interface RuledMadeCall {
  /** As it is recorded today. */
  consent: ConsentStatus;
  consentAttested: boolean;
  callerId: string | null;
  attributes: Readonly<Record<string, unknown>>;
  list: string | null;
  answered: boolean;
}

/** A call whose carrier was asked. */
export interface MadeCall {
  atMs: number;
  phoneNumber: string;
  /** The zones that the person may be in, as a key. */
  zones: string;
  /** Null: its cost is not known, or in no currency. */
  cost: { amountMinor: number; currency: string } | null;
  ruled?: RuledMadeCall;
}

export interface Stopped {
  rule: AdmissionRuleName;
  sentence: string;
  /** The rule of a pack; null: no pack stops it. */
  law: Law | null;
}

/** Judges calls in the order in which they were made. */
export interface CallJudge {
  /** Tells which rule would have stopped a call; null: none. A call that is stopped counts for no later one. */
  judge(call: MadeCall): Stopped | null;
  /** Counts a call before the span, which caps know of. */
  remember(call: MadeCall): void;
}

export const createCallJudge = (policy: CallPolicy): CallJudge => {
  const attempts = createAttempts();
  let spentMinor = 0;
  return {
    judge: (call) => {
      const facts = factsOf(policy, call, { recentMs: attempts.of(call), spentMinor });
      for (const rule of ADMISSION_RULES) {
        const refusal = rule.check(facts);
        if (refusal)
          return { rule: rule.name, sentence: refusal.sentence, law: "law" in refusal ? (refusal.law ?? null) : null };
      }
      attempts.add(call);
      policy.packs?.remember(call);
      if (call.cost?.currency === policy.budget?.currency) spentMinor += call.cost?.amountMinor ?? 0;
      return null;
    },
    remember: (call) => {
      attempts.add(call);
      policy.packs?.remember(call);
    },
  };
};

const factsOf = (
  { hours, fallbackZone, maxAttemptsPerDay, doNotCall, budget, packs }: CallPolicy,
  call: MadeCall,
  { recentMs, spentMinor }: { recentMs: readonly number[]; spentMinor: number },
): AdmissionFacts => {
  const { atMs, phoneNumber, zones, cost } = call;
  const possible = readZonesKey(zones, fallbackZone);
  const isCounted = budget !== null && cost?.currency === budget.currency;
  return {
    nowMs: atMs,
    onDoNotCall: doNotCall.has(phoneNumber),
    window: readWindow(hours, possible, atMs),
    hours: { zones: possible, source: hours && "organization" },
    rules: packs?.judge(call, possible) ?? null,
    recentAttemptsMs: recentMs,
    maxAttemptsPerDay,
    budgets: {
      standings: isCounted ? [standingOf(budget, spentMinor)] : [],
      highestCost: cost,
      highestModelCost: null,
      highestSpeechCost: null,
    },
    // Nothing else is asked.
    nationalList: null,
    doNotCallUntilMs: null,
    consent: "granted",
    numberClass: null,
    allowedNumbers: { kinds: [], countries: null },
    obstacle: null,
    dialByMs: null,
    campaignState: null,
    campaignSays: null,
    consentAttested: true,
    contact: null,
    capacities: [],
    paceSlotMs: 0,
  };
};

const standingOf = ({ total_minor, currency }: NonNullable<CallPolicy["budget"]>, spentMinor: number) => ({
  whose: "campaign" as const,
  limitMinor: total_minor,
  currency,
  spentMinor,
  heldMinor: 0,
  hasCallsUnderWay: false,
  renewsAtMs: null,
});

/** Attempts by number that count against the limit; older ones are forgotten, so that a long span takes no more memory than a short one. */
const createAttempts = () => {
  const byNumber = new Map<string, number[]>();
  let forgottenMs = Number.NEGATIVE_INFINITY;
  const forget = (atMs: number): void => {
    forgottenMs = atMs;
    for (const [number, instants] of byNumber)
      if ((instants.at(-1) ?? 0) <= atMs - ATTEMPTS_WINDOW_MS) byNumber.delete(number);
  };
  return {
    of: ({ phoneNumber, atMs }: MadeCall): readonly number[] =>
      (byNumber.get(phoneNumber) ?? []).filter((each) => each > atMs - ATTEMPTS_WINDOW_MS && each <= atMs),
    add: ({ phoneNumber, atMs }: Pick<MadeCall, "atMs" | "phoneNumber">): void => {
      if (atMs - forgottenMs > ATTEMPTS_WINDOW_MS) forget(atMs);
      const known = byNumber.get(phoneNumber)?.filter((each) => each > atMs - ATTEMPTS_WINDOW_MS) ?? [];
      known.push(atMs);
      byNumber.set(
        phoneNumber,
        known.sort((one, other) => one - other),
      );
    },
  };
};
