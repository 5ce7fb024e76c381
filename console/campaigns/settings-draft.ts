import type { Campaign, CampaignBudget, CircuitBreakerConfig, RetryConfig, ScheduleConfig } from "../api/routes.ts";
import { readMinor, writeMinor } from "../ui/minor-units.ts";
import { readWeekHours, toSlots, type WeekHours } from "../ui/week-hours.ts";
import { type DatesDraft, NO_DATES, toDatesDraft, toMoment } from "./campaign-dates.ts";
import { createRecurrenceDraft, type RecurrenceDraft, toRecurrence, toRecurrenceDraft } from "./recurrence-draft.ts";

/** Who answers a call, in the order in which they are offered. */
export const ANSWERERS = ["person", "voicemail", "screening", "ivr", "unknown"] as const;
export type Answerer = (typeof ANSWERERS)[number];

export const RETRY_REASONS = ["no_answer", "voicemail", "busy"] as const;

/** What the calls of a campaign may cost in total. */
export interface BudgetDraft {
  /** In whole units of the currency; empty: without a limit. */
  budget: string;
  budgetCurrency: string;
}

/** A person's settings for a campaign; numbers are text while they are typed. */
export interface SettingsDraft extends BudgetDraft, DatesDraft, RecurrenceDraft {
  maxConcurrency: string;
  /** Empty: as many attempts a day as there are. */
  dailyQuota: string;
  /** The id of the agent that answers who writes back; empty: the number's or the account's. */
  textAgent: string;
  enrolment: "snapshot" | "live";
  order: "oldest" | "newest" | "hottest";
  /** The expression of the order hottest. */
  orderBy: string;
  retries: string;
  retryDelayMinutes: string;
  retryOn: Record<(typeof RETRY_REASONS)[number], boolean>;
  /** It is chosen by who answered whether an answered call is tried again. */
  retriesByAnswerer: boolean;
  retriedAnswerers: readonly Answerer[];
  hasHours: boolean;
  /** The campaign has hours of its own, perhaps switched off. */
  hasSchedule: boolean;
  timezone: string;
  hours: WeekHours;
  hasBreaker: boolean;
  /** Delays by retry, which this form does not show. */
  keptDelaysSeconds: readonly number[] | null;
  /** When too many calls fail, which this form does not show. */
  keptBreaker: Omit<CircuitBreakerConfig, "enabled">;
  /** The holidays of the hours, which this form does not show either. */
  keptHolidays: Pick<ScheduleConfig, "holidays" | "holiday_calendar">;
}

/** Shortens the settings for a trial, whose end should come soon. */
export const shortenForTrial = (settings: SettingsDraft): SettingsDraft => ({
  ...settings,
  retries: "1",
  retryDelayMinutes: "0.2",
});

const WORKING_HOURS: WeekHours = { days: [0, 1, 2, 3, 4], from: "09:00", until: "18:00", keptSlots: null };

/** The organization's settings for all campaigns. */
export interface Defaults {
  timezone: string | null;
  budget: { currency: string } | null;
}

export const createSettings = ({ timezone, budget }: Defaults): SettingsDraft => ({
  ...createRecurrenceDraft(timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
  maxConcurrency: "",
  dailyQuota: "",
  textAgent: "",
  enrolment: "snapshot",
  order: "oldest",
  orderBy: "",
  retries: "2",
  retryDelayMinutes: "30",
  retryOn: { no_answer: true, voicemail: true, busy: true },
  retriesByAnswerer: false,
  retriedAnswerers: ["voicemail"],
  hasHours: false,
  timezone: timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  hours: WORKING_HOURS,
  hasBreaker: true,
  ...toBudgetDraft(null, { budget }),
  keptDelaysSeconds: null,
  keptBreaker: {},
  keptHolidays: {},
  hasSchedule: false,
  ...NO_DATES,
});

export const toBudgetDraft = (budget: CampaignBudget | null, defaults: Pick<Defaults, "budget">): BudgetDraft => ({
  budget: budget ? writeMinor(budget.total_minor, budget.currency) : "",
  budgetCurrency: (budget ?? defaults.budget)?.currency ?? "USD",
});

/** Converts a campaign to its settings; the defaults apply where it has no hours or no budget of its own. */
export const toSettings = (campaign: Campaign, defaults: Defaults): SettingsDraft => {
  const { retry_config: retry, schedule_config: schedule, budget } = campaign;
  return {
    ...createSettings({ timezone: schedule?.timezone ?? defaults.timezone, budget: defaults.budget }),
    ...toBudgetDraft(budget, defaults),
    ...toDatesDraft(campaign),
    ...toRecurrenceDraft(campaign.recurrence, defaults.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
    dailyQuota: campaign.daily_quota === null ? "" : String(campaign.daily_quota),
    textAgent: String(campaign.text_workflow_id ?? ""),
    enrolment: campaign.enrolment,
    order: campaign.order,
    orderBy: campaign.order_by ?? "",
    maxConcurrency: campaign.max_concurrency === null ? "" : String(campaign.max_concurrency),
    retries: retry.enabled ? String(retry.max_retries) : "0",
    retryDelayMinutes: String(retry.retry_delay_seconds / 60),
    retryOn: { no_answer: retry.retry_on_no_answer, voicemail: retry.retry_on_voicemail, busy: retry.retry_on_busy },
    retriesByAnswerer: retry.retry_on_answered_by !== null,
    retriedAnswerers: retry.retry_on_answered_by ?? (retry.retry_on_voicemail ? ["voicemail"] : []),
    hasHours: schedule?.enabled ?? false,
    hasBreaker: campaign.circuit_breaker.enabled,
    keptBreaker: campaign.circuit_breaker,
    keptDelaysSeconds: retry.retry_delays_seconds ?? null,
    hasSchedule: schedule !== null,
    hours: readWeekHours(schedule?.slots ?? [], WORKING_HOURS),
    keptHolidays: {
      ...(schedule?.holidays && { holidays: schedule.holidays }),
      ...(schedule?.holiday_calendar && { holiday_calendar: schedule.holiday_calendar }),
    },
  };
};

interface SettingsBody {
  max_concurrency: number | null;
  daily_quota: number | null;
  text_workflow_id: number | null;
  /** Null: it stays. */
  enrolment: "snapshot" | "live" | null;
  order: SettingsDraft["order"] | null;
  order_by: string | null;
  budget: CampaignBudget | null;
  retry_config: RetryConfig;
  schedule_config: ScheduleConfig | null;
  circuit_breaker: CircuitBreakerConfig;
  starts_at: ReturnType<typeof toMoment>;
  ends_at: ReturnType<typeof toMoment>;
  recurrence: ReturnType<typeof toRecurrence>;
}

/** Returns the delays, which the form does not show; the API refuses a delay without a retry that uses it. */
const delaysOf = ({ keptDelaysSeconds, retries }: SettingsDraft): number[] =>
  keptDelaysSeconds?.slice(0, Number(retries)) ?? [];

const budgetOf = ({ budget, budgetCurrency }: BudgetDraft): CampaignBudget | null => {
  const minor = readMinor(budget, budgetCurrency);
  return minor === null ? null : { total_minor: minor, currency: budgetCurrency.toUpperCase() };
};

export const toSettingsBody = (draft: SettingsDraft): SettingsBody => ({
  max_concurrency: draft.maxConcurrency === "" ? null : Number(draft.maxConcurrency),
  daily_quota: draft.dailyQuota === "" ? null : Number(draft.dailyQuota),
  text_workflow_id: draft.textAgent === "" ? null : Number(draft.textAgent),
  // A rule takes whom its list holds at each time.
  enrolment: draft.repeats === "no" ? draft.enrolment : "snapshot",
  order: draft.order,
  order_by: draft.order === "hottest" ? draft.orderBy : null,
  budget: budgetOf(draft),
  retry_config: {
    enabled: Number(draft.retries) > 0,
    max_retries: Number(draft.retries),
    retry_delay_seconds: Math.round(Number(draft.retryDelayMinutes) * 60),
    retry_delays_seconds: delaysOf(draft),
    retry_on_no_answer: draft.retryOn.no_answer,
    retry_on_voicemail: draft.retryOn.voicemail,
    retry_on_busy: draft.retryOn.busy,
    retry_on_answered_by: draft.retriesByAnswerer ? [...draft.retriedAnswerers] : [],
  },
  // Hours that are switched off keep their days, so that they can be switched on again.
  schedule_config:
    draft.hasSchedule || draft.hasHours
      ? {
          enabled: draft.hasHours,
          timezone: draft.timezone,
          slots: toSlots(draft.hours),
          ...draft.keptHolidays,
        }
      : null,
  circuit_breaker: { ...draft.keptBreaker, enabled: draft.hasBreaker },
  // A rule has times of its own.
  starts_at: draft.repeats === "no" ? toMoment(draft.startsAt, draft.clock) : null,
  ends_at: draft.repeats === "no" ? toMoment(draft.endsAt, draft.clock) : null,
  recurrence: toRecurrence(draft),
});

const UNSETTABLE = [
  "max_concurrency",
  "daily_quota",
  "text_workflow_id",
  "budget",
  "starts_at",
  "ends_at",
  "recurrence",
] as const;

/** Settings that a campaign which has begun keeps. */
const OF_DRAFTS: ReadonlySet<string> = new Set(["starts_at", "recurrence"]);

/**
 * Converts the settings to changes of an existing campaign, for which null alone would change nothing. The start of one that has
 * begun is left alone.
 */
export const toSettingsChanges = (
  draft: SettingsDraft,
  { hasBegun = false }: { hasBegun?: boolean } = {},
): SettingsBody & { unset: (typeof UNSETTABLE)[number][] } => {
  const all = toSettingsBody(draft);
  const body = hasBegun
    ? { ...all, starts_at: null, recurrence: null, enrolment: null, order: null, order_by: null }
    : all;
  const unset = UNSETTABLE.filter((name) => body[name] === null && !(hasBegun && OF_DRAFTS.has(name)));
  return { ...body, unset };
};

/** Converts a budget to a change of an existing campaign. */
export const toBudgetChange = (draft: BudgetDraft): { budget: CampaignBudget | null; unset: "budget"[] } => {
  const budget = budgetOf(draft);
  return { budget, unset: budget === null ? ["budget"] : [] };
};
