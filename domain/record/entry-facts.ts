import type { CampaignBudget, OrganizationBudget } from "../call/budget.rules.ts";
import type { Moment } from "../campaign/campaign-span.ts";
import type { WindowSlot } from "../campaign/window-slots.ts";
import type { Environment } from "../environment/sandbox.rules.ts";

/** An amount in the minor unit of its currency. */
export interface RecordedMoney {
  amount_minor: number;
  currency: string;
}

/** Everything that an attempt was admitted by; an entry names it by its digest, and another entry has its content. */
export interface RecordedPolicy {
  /** Null: no hours applied, because only the simulator was called or they were switched off. */
  hours: {
    source: "campaign" | "organization";
    slots: readonly WindowSlot[];
    /** Those of the calendar too. */
    holidays: readonly string[];
    /** The time in which the campaign dials at all; absent: without that end. */
    starts_at?: Moment;
    ends_at?: Moment;
  } | null;
  max_attempts_per_number_per_day: number | null;
  /** Absent: no rule of a pack and none of the organization's own concerned the call. */
  rules?: RecordedRules;
  /** Null: a sandbox call, which costs nothing. */
  budgets: { campaign: CampaignBudget | null; organization: OrganizationBudget | null; timezone: string | null } | null;
}

/** The rules that narrowed what a call was admitted by: each of them held. */
export interface RecordedRules {
  /** The versions, with the digest of everything that each says. */
  packs: readonly { pack: string; digest: string }[];
  hours: readonly { pack: string; rule: string; slots: readonly WindowSlot[]; holidays: readonly string[] }[];
  attempts: readonly { pack: string; rule: string; most: number; within_days: number }[];
  /** Rules that the record names and whose keeping it does not show: consent, disclosure and others. */
  others: readonly { pack: string; rule: string; kind: string }[];
  /** The organization's own, by the digest of what each says. */
  own: readonly { name: string; digest: string }[];
}

export type AccountChange = "connected" | "changed" | "made_default" | "set_aside" | "reactivated" | "disconnected";
export type NumberChange =
  | "added"
  | "changed"
  | "made_default"
  | "rented"
  | "released"
  | "removed"
  | "verified"
  | "verification_removed";

/** Of each kind of entry, what it says. The person whom it is about stands beside the facts. */
export interface Facts {
  /** What attempts were admitted by; made when an attempt first names it. */
  policy: { digest: string; policy: RecordedPolicy };
  /** An attempt was admitted and its carrier is asked for it. */
  "attempt.requested": {
    run: string;
    campaign: number | null;
    contact: number | null;
    attempt: number;
    environment: Environment;
    account: number | null;
    provider: string;
    /** The zones that the person may be in. */
    zones: readonly string[];
    policy: RecordedPolicy;
    /** The instant by which it was admitted. */
    admitted_at: string;
    /** The highest cost, with its models; null: no budget counts it. */
    reserved: RecordedMoney | null;
    /** The part of it that its carrier may ask for. */
    reserved_for_call: RecordedMoney | null;
  };
  /** The carrier took the call, under an id of its own. */
  "attempt.answered": { run: string; carrier_call_id: string };
  "attempt.settled": {
    run: string;
    campaign: number | null;
    contact: number | null;
    direction: string;
    environment: Environment;
    state: string;
    outcome: string | null;
    end_reason: string | null;
    duration_seconds: number | null;
    cost_minor: number | null;
    currency: string | null;
    /** What budgets still hold for it until its carrier names the price. */
    held: RecordedMoney | null;
  };
  /** The cost of an attempt, or what is held for it, changed after its end. */
  "attempt.priced": { run: string; cost_minor: number | null; currency: string | null; held: null };
  /** A text was admitted and its carrier is asked for it. */
  "text.requested": {
    message: string;
    campaign: number | null;
    environment: Environment;
    account: number | null;
    provider: string;
    reason: string;
    segments: number;
    /** The instant by which it was admitted. */
    admitted_at: string;
    /** What budgets hold for it; null: none counts it. */
    reserved: RecordedMoney | null;
  };
  /** The carrier took the text, refused it, or gave no clear answer; a text of an unclear answer is not sent again. */
  "text.answered": { message: string; state: string; carrier_message_id: string | null; error_code: string | null };
  "do_not_call.added": { environment: Environment; source: string; expires_at: string | null };
  "do_not_call.removed": { environment: Environment };
  "consent.changed": { environment: Environment; status: string };
  /** A decision about a campaign: `started`, `paused`, `breaker_tripped`, `settings_changed` and the others of its log. */
  "campaign.decided": { campaign: number; event: string; details: object | null };
  /** The answer to a pause: from here on no call is handed to a carrier before it is resumed. */
  "campaign.pause_answered": { campaign: number };
  /** Those preferences of the organization that changed and decide about dialling: hours, zone, limits, budget. */
  "settings.changed": { settings: object };
  /** An account at a carrier; null: it is connected no more. The carrier's own credentials are no part of it. */
  "account.changed": { account: number; change: AccountChange; settings: object | null };
  /** A number of an account, or one that was proved to be the organization's; the address stands as a pseudonym. */
  "number.changed": { number: number | null; account: number | null; change: NumberChange; settings: object | null };
  /** The settings of a campaign as they are from here on; null: its draft was deleted. */
  "campaign.set": { campaign: number; change: "created" | "changed" | "deleted"; settings: object | null };
  "national_list.changed": { list: number; source: string; as_of: string; change: "in_force" | "removed" };
  "import.ended": { import: number; list: number | null; status: string; counts: object };
  /** The key of a person's pseudonym was erased. */
  erasure: { reason: string };
  /** Rows of ended calls were removed by request or because of their age; the record keeps what it says of them. */
  "runs.removed": { removal: string; runs: number; campaign: number | null };
  /** What is known of a person was exported: by place, how many rows and files the file holds. */
  "person.exported": { export: string; held: Readonly<Record<string, number>> };
  /** A person was erased: by place, how many rows, files and histories were removed or emptied. */
  "person.erased": { erasure: string; removed: Readonly<Record<string, number>> };
}

type FactKind = keyof Facts;

/** Something that decides about dialling, as it is told to the record. */
export type Fact = { [Kind in FactKind]: { kind: Kind; facts: Facts[Kind] } }[FactKind];
