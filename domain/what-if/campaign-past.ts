import type { CircuitBreakerConfig } from "../campaign/circuit-breaker.rules.ts";
import type { DiallingHours } from "../campaign/dialling-window.ts";
import type { AttemptEnd, RetryConfig } from "../campaign/retry.rules.ts";
import type { PolicyRules, RuledPeople } from "./past-rules.ts";

/** The settings of a campaign that decide when it calls whom. */
export interface Policy {
  retry: RetryConfig;
  hours: DiallingHours | null;
  /** The zones of contacts whose own are unknown, as a key. */
  fallbackZone: string;
  maxConcurrency: number;
  callsPerSecond: number | null;
  maxAttemptsPerDay: number | null;
  budget: { total_minor: number; currency: string } | null;
  breaker: CircuitBreakerConfig;
  /** Absent or null: no pack and no rule of the organization holds. */
  rules?: PolicyRules | null;
}

/** Settings in force from an instant on; epoch milliseconds. */
export interface PolicyFrom {
  fromMs: number;
  policy: Policy;
}

/** A change between running and not. A pause by the breaker is simulated by its rule, and then lasts as it did. */
export interface StateChange {
  atMs: number;
  isRunning: boolean;
  byBreaker: boolean;
}

/** Contacts in the order in which they are claimed, in columns, so that a million of them fit in memory. */
export interface People {
  count: number;
  zone: Uint16Array;
  /** From when a rule keeps the number from being called for good; infinite: never. */
  blockedFromMs: Float64Array;
  /** When the campaign came to a contact and left it, because a rule kept it from being called; infinite: it never did. */
  leftAtMs: Float64Array;
  /** The row of the contact's first attempt, of as many as `attempts` says, one after another. */
  firstAttempt: Int32Array;
  attempts: Uint8Array;
  /** What a call to the number may cost at most; 0: nothing, or no budget. */
  highestCostMinor: Float64Array;
}

/** What each contact did: the attempts of each, in their order. */
export interface Attempts {
  count: number;
  person: Int32Array;
  /** When the rules let it in, as the record says. */
  admittedMs: Float64Array;
  startMs: Float64Array;
  /** Infinite: it is under way. */
  endMs: Float64Array;
  outcome: Uint8Array;
  costMinor: Float64Array;
}

/** A campaign as it was, for a simulator that replays it by the same rules. */
export interface CampaignPast {
  startedAtMs: number;
  /** What is known ends here: a campaign that still runs is replayed until now. Infinite: it is over. */
  knownUntilMs: number;
  /** Zone keys of contacts, in the order in which claims go through them. */
  zones: readonly string[];
  outcomes: readonly string[];
  /** Who answered in calls of each of these outcomes, of which several may have one name; absent: nobody knows. */
  answerers?: readonly Omit<AttemptEnd, "outcome">[];
  policies: readonly PolicyFrom[];
  changes: readonly StateChange[];
  people: People;
  attempts: Attempts;
  currency: string | null;
  /** Absent: no policy has rules. */
  ruled?: RuledPeople;
}

/** Returns the settings in force at an instant. */
export const policyAt = (policies: readonly PolicyFrom[], atMs: number): Policy => {
  const inForce = policies.findLast(({ fromMs }) => fromMs <= atMs) ?? policies[0];
  if (!inForce) throw new Error("a campaign has settings");
  return inForce.policy;
};
