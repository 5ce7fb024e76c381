import type { ConsentStatus } from "../contact/consent.rules.ts";
import { type BudgetFacts, findShortage } from "./budget.rules.ts";

/** Everything that decides whether a number may be dialled now, read in one transaction. Times are epoch milliseconds. */
export interface AdmissionFacts extends NumberPermission {
  nowMs: number;
  /** Of calls outside campaigns: whoever asked for the call expects none after this instant. */
  dialByMs: number | null;
  /** Null for calls outside campaigns. */
  campaignState: string | null;
  consentAttested: boolean;
  window: { open: true } | { open: false; opensAtMs: number | null };
  /** Requests to carriers for this number within the last 24 hours, oldest first. */
  recentAttemptsMs: readonly number[];
  maxAttemptsPerDay: number | null;
  capacities: readonly Capacity[];
  budgets: BudgetFacts;
  /** The account's next free instant by its calls per second. */
  paceSlotMs: number;
}

export interface Capacity {
  whose: "campaign" | "organization" | "carrier account";
  live: number;
  limit: number;
}

export type AdmissionDecision =
  | { kind: "admit"; dialAtMs: number }
  | {
      kind: "block";
      outcome: "blocked_dnc" | "blocked_consent" | "blocked_window" | "blocked_cap" | "blocked_budget";
      sentence: string;
    }
  /** A later instant is known: the contact goes back until then. */
  | { kind: "defer"; untilMs: number; outcome: "blocked_window" | "blocked_cap"; sentence: string }
  /** Its money keeps the whole campaign from dialling; null: until it is raised. The contact goes back. */
  | { kind: "hold"; untilMs: number | null; sentence: string }
  /** The campaign does not run: the contact goes back. */
  | { kind: "release" }
  /** Nobody expects the call any more. */
  | { kind: "expire"; sentence: string }
  | { kind: "wait"; untilMs: number; sentence: string; capacity: boolean };

const DAY_MS = 86_400_000;
const CAPACITY_RETRY_MS = 1000;
/** A slot this near is waited for inside the activity. */
export const PACE_WAIT_IN_PLACE_MS = 1500;

/**
 * The one admission of every outbound call, in the order: its time limit, do-not-call, consent, campaign state, window, caps,
 * budgets, concurrency, pace. What cannot be evaluated has thrown before: nothing is dialled then.
 */
export const decideAdmission = (facts: AdmissionFacts): AdmissionDecision =>
  checkAge(facts) ??
  checkPermission(facts) ??
  checkCampaign(facts) ??
  checkWindow(facts) ??
  checkCaps(facts) ??
  checkBudgets(facts) ??
  checkCapacity(facts) ??
  checkPace(facts);

const checkAge = ({ dialByMs, nowMs }: AdmissionFacts): AdmissionDecision | null =>
  dialByMs === null || nowMs <= dialByMs
    ? null
    : { kind: "expire", sentence: "The call could not be handed to a carrier in time and was not made" };

export interface NumberPermission {
  onDoNotCall: boolean;
  /** Of the number in its organization. */
  consent: ConsentStatus;
}

export interface NumberRefusal {
  outcome: "blocked_dnc" | "blocked_consent";
  sentence: string;
}

/** What keeps every call from a number, of whatever kind, by whoever makes it. */
export const refuseNumber = ({ onDoNotCall, consent }: NumberPermission): NumberRefusal | null => {
  if (onDoNotCall) return { outcome: "blocked_dnc", sentence: "The number is on the do-not-call list" };
  if (consent === "withdrawn")
    return { outcome: "blocked_consent", sentence: "Consent to be called at this number was withdrawn" };
  return null;
};

const checkPermission = (facts: AdmissionFacts): AdmissionDecision | null => {
  const refusal = refuseNumber(facts);
  if (refusal) return { kind: "block", ...refusal };
  if (facts.campaignState !== null && facts.consent !== "granted" && !facts.consentAttested) {
    return {
      kind: "block",
      outcome: "blocked_consent",
      sentence: "Consent to be called at this number is unknown and nobody attested it",
    };
  }
  return null;
};

const checkCampaign = ({ campaignState }: AdmissionFacts): AdmissionDecision | null =>
  campaignState === null || campaignState === "running" ? null : { kind: "release" };

const checkWindow = ({ window }: AdmissionFacts): AdmissionDecision | null => {
  if (window.open) return null;
  const sentence = "The calling window is closed";
  if (window.opensAtMs === null)
    return { kind: "block", outcome: "blocked_window", sentence: `${sentence} and never opens for this contact` };
  return { kind: "defer", untilMs: window.opensAtMs, outcome: "blocked_window", sentence };
};

const checkCaps = ({ recentAttemptsMs, maxAttemptsPerDay }: AdmissionFacts): AdmissionDecision | null => {
  if (maxAttemptsPerDay === null || recentAttemptsMs.length < maxAttemptsPerDay) return null;
  const oldestThatCounts = recentAttemptsMs[recentAttemptsMs.length - maxAttemptsPerDay] ?? 0;
  const sentence = `The number was dialled ${recentAttemptsMs.length} times within 24 hours; the limit is ${maxAttemptsPerDay}`;
  return { kind: "defer", untilMs: oldestThatCounts + DAY_MS, outcome: "blocked_cap", sentence };
};

/** How soon a price may be there that was not. */
const PRICE_RETRY_MS = 60_000;

/** A campaign waits: for calls that end as for a place, for the rest without asking again for each contact. */
const checkBudgets = ({ budgets, campaignState, nowMs }: AdmissionFacts): AdmissionDecision | null => {
  const shortage = findShortage(budgets);
  if (!shortage) return null;
  const { sentence, waitsFor, untilMs } = shortage;
  if (campaignState === null) return { kind: "block", outcome: "blocked_budget", sentence };
  if (waitsFor === "calls_end") return { kind: "wait", untilMs: nowMs + CAPACITY_RETRY_MS, sentence, capacity: true };
  return { kind: "hold", untilMs: waitsFor === "prices_arrive" ? nowMs + PRICE_RETRY_MS : untilMs, sentence };
};

const checkCapacity = ({ capacities, nowMs }: AdmissionFacts): AdmissionDecision | null => {
  const full = capacities.find(({ live, limit }) => live >= limit);
  if (!full) return null;
  const sentence = `The ${full.whose} has ${full.live} calls under way; its limit is ${full.limit}`;
  return { kind: "wait", untilMs: nowMs + CAPACITY_RETRY_MS, sentence, capacity: true };
};

const checkPace = ({ paceSlotMs, nowMs }: AdmissionFacts): AdmissionDecision =>
  paceSlotMs - nowMs <= PACE_WAIT_IN_PLACE_MS
    ? { kind: "admit", dialAtMs: Math.max(paceSlotMs, nowMs) }
    : {
        kind: "wait",
        untilMs: paceSlotMs,
        sentence: "The carrier account's calls per second are taken",
        capacity: false,
      };
