import type { BudgetFacts } from "./budget.rules.ts";
import type { NumberPermission } from "./number-permission.rules.ts";

/** A contact of a campaign, as its snapshot has it. */
export interface ContactStanding {
  /** `claimed`: by the call that is decided about; `under_way`: another call to it is. */
  state: "waiting" | "claimed" | "under_way" | "finished" | "suppressed";
  /** How its last call ended, or why it is called no more. */
  lastOutcome: string | null;
  /** Before this instant it is not tried again; null: at any time. */
  dueAtMs: number | null;
}

/** Where the called person's clocks are read, and whose calling hours hold there. */
export interface HoursStanding {
  /** Every zone that the person may be in. */
  zones: readonly string[];
  /** Null: no hours hold for this call. */
  source: "campaign" | "organization" | null;
}

/** Everything that decides whether a number may be dialled now, read in one transaction. Times are epoch milliseconds. */
export interface AdmissionFacts extends NumberPermission {
  nowMs: number;
  /** What somebody must repair before anything is dialled, a sentence; null: nothing. */
  obstacle: string | null;
  /** Set for calls outside campaigns: who asked for the call expects none after this instant. */
  dialByMs: number | null;
  /** Null for calls outside campaigns. */
  campaignState: string | null;
  /** Why the campaign does not run, where that is known. */
  campaignSays: string | null;
  consentAttested: boolean;
  /** Null for calls outside campaigns. */
  contact: ContactStanding | null;
  window: { open: true } | { open: false; opensAtMs: number | null };
  hours: HoursStanding;
  /** Requests to carriers for this number within the last 24 hours, oldest first. */
  recentAttemptsMs: readonly number[];
  maxAttemptsPerDay: number | null;
  capacities: readonly Capacity[];
  budgets: BudgetFacts;
  /** The account's next free instant by its calls per second. */
  paceSlotMs: number;
}

export interface Capacity {
  whose: "campaign" | "organization" | "carrier account" | "caller id";
  live: number;
  limit: number;
  /** Lines that outgoing calls leave free: only those are counted then. */
  keptForCallers?: number;
}

/** Why a call is not handed to a carrier now. */
export type AdmissionRefusal =
  | {
      kind: "block";
      outcome: "blocked_dnc" | "blocked_consent" | "blocked_window" | "blocked_cap" | "blocked_budget";
      sentence: string;
    }
  /** A later instant is known: the contact goes back until then. */
  | {
      kind: "defer";
      untilMs: number;
      outcome: "blocked_window" | "blocked_cap" | "blocked_retry_wait";
      sentence: string;
    }
  /** Its money keeps the whole campaign from dialling; null: until it is raised. The contact goes back. */
  | { kind: "hold"; untilMs: number | null; sentence: string }
  /** The campaign does not run, or does not call this contact: it goes back. */
  | { kind: "release"; sentence: string }
  /** Somebody must repair something; the campaign fails until then. */
  | { kind: "obstruct"; sentence: string }
  /** Nobody expects the call any more. */
  | { kind: "expire"; sentence: string }
  | { kind: "wait"; untilMs: number; sentence: string; capacity: boolean };

export type AdmissionDecision = { kind: "admit"; dialAtMs: number } | AdmissionRefusal;
