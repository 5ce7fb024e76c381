import type { QuotaStanding } from "../campaign/daily-quota.rules.ts";
import type { Law, RuleStanding } from "../rule-pack/rule-standing.rules.ts";
import type { BudgetFacts } from "./budget.rules.ts";
import type { NumberPermission } from "./number-permission.rules.ts";

/** The state of a contact in its campaign, from the snapshot. */
export interface ContactStanding {
  /** `claimed`: by the call that is being decided; `under_way`: by another call. */
  state: "waiting" | "claimed" | "under_way" | "finished" | "suppressed";
  /** The outcome of its last call, or why it is not called again. */
  lastOutcome: string | null;
  /** The contact is not tried again before this instant; null: no limit. */
  dueAtMs: number | null;
}

/** The time zones of the called person, and whose calling hours apply. */
export interface HoursStanding {
  /** Every zone that the person may be in. */
  zones: readonly string[];
  /** Null: no calling hours apply to this call. */
  source: "campaign" | "organization" | null;
}

/** Everything that decides whether a number may be dialled now, read in one transaction. Times are epoch milliseconds. */
export interface AdmissionFacts extends NumberPermission {
  nowMs: number;
  /** A sentence about what must be repaired before anything is dialled; null: nothing. */
  obstacle: string | null;
  /** Set for calls outside campaigns: the requester no longer expects the call after this instant. */
  dialByMs: number | null;
  /** Null for calls outside campaigns. */
  campaignState: string | null;
  /** Why the campaign is not running, where that is known. */
  campaignSays: string | null;
  /** When a scheduled campaign begins; absent or null: it is not scheduled. */
  campaignBeginsMs?: number | null;
  consentAttested: boolean;
  /** Null for calls outside campaigns. */
  contact: ContactStanding | null;
  window: { open: true } | { open: false; opensAtMs: number | null; ended?: boolean };
  hours: HoursStanding;
  /** What rules of packs and the organization's own say; null or absent: it has chosen none. */
  rules?: RuleStanding | null;
  /** Requests to carriers for this number within the last 24 hours, oldest first. */
  recentAttemptsMs: readonly number[];
  maxAttemptsPerDay: number | null;
  capacities: readonly Capacity[];
  /** The attempts of the campaign's day; null or absent: it does not limit them. */
  quota?: QuotaStanding | null;
  budgets: BudgetFacts;
  /** The account's next free instant by its calls per second. */
  paceSlotMs: number;
}

export interface Capacity {
  /** `media processes`: places for calls in which the platform itself speaks and hears. One organization has a share of them. */
  whose:
    | "campaign"
    | "organization"
    | "carrier account"
    | "caller id"
    | "media processes"
    | "organization in media processes";
  live: number;
  limit: number;
  /** How many lines outgoing calls leave free for incoming ones. Only where it is set are those lines counted. */
  keptForCallers?: number;
}

export const isFull = ({ live, limit }: Capacity): boolean => live >= limit;

/** The reason why a call is not handed to a carrier now. */
export type AdmissionRefusal =
  | {
      kind: "block";
      outcome:
        | "blocked_dnc"
        | "blocked_consent"
        | "blocked_number_kind"
        | "blocked_window"
        | "blocked_ended"
        | "blocked_cap"
        | "blocked_budget"
        | "blocked_rule";
      sentence: string;
      /** The rule of a pack that speaks; absent: no pack does. */
      law?: Law;
    }
  /** The contact goes back until a later instant, which is known. */
  | {
      kind: "defer";
      untilMs: number;
      outcome: "blocked_window" | "blocked_cap" | "blocked_retry_wait";
      sentence: string;
      law?: Law;
    }
  /** A budget stops the whole campaign until `untilMs`; null: until somebody raises it. The contact goes back. */
  | { kind: "hold"; untilMs: number | null; sentence: string }
  /** The campaign is not running, or does not call this contact: the contact goes back. */
  | { kind: "release"; sentence: string }
  /** Something must be repaired; the campaign is failed until then. */
  | { kind: "obstruct"; sentence: string }
  /** Nobody expects the call any more: it is too late. */
  | { kind: "expire"; sentence: string }
  | { kind: "wait"; untilMs: number; sentence: string; capacity: boolean };

export type AdmissionDecision = { kind: "admit"; dialAtMs: number } | AdmissionRefusal;
