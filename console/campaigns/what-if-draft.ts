import type { Campaign, OrganizationPreferences, Routes } from "../api/routes.ts";
import { listRulesOf } from "../settings/rule-pack-fields.tsx";

type Asked = Routes["POST /campaigns/{campaign_id}/what-if"]["body"];

export const MINUTE_SECONDS = 60;
export const MOST_LINES = 200;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const REASONS = ["no_answer", "voicemail", "busy"] as const;
type RetryReason = (typeof REASONS)[number];

export { REASONS as RETRIED_REASONS };

/** The settings that a question is about, as sliders and fields have them. */
export interface WhatIfDraft {
  retries: number;
  delayMinutes: number;
  retriedOn: readonly RetryReason[];
  lines: number;
  /** Half hours of the day. */
  from: number;
  until: number;
  /** Calls a second; 0: as it was. */
  pace: number;
  /** Attempts that a number may have within 24 hours; 0: as it was. */
  cap: number;
  /** Percent of what the calls cost; 0: as it was. */
  budget: number;
  holidays: string;
  doNotCall: string;
  /** Names of rule packs; those of the organization ask nothing. */
  packs: readonly string[];
  /** Their rules that counsel is to confirm and that would have been on. */
  unconfirmed: readonly string[];
}

const HALF_HOUR_MINUTES = 30;
export const HALF_HOURS = 48;
export const formatHalfHours = (halfHours: number): string => {
  const minutes = halfHours * HALF_HOUR_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
};
const readHalfHours = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return Math.round((hours * 60 + minutes) / HALF_HOUR_MINUTES);
};

type Preferences = Pick<OrganizationPreferences, "calling_hours" | "timezone" | "rule_packs" | "unconfirmed_rules">;

/** The campaign's own settings; those that are not moved are not asked about. */
export const readOwnDraft = (
  { retry_config: retry, ...campaign }: Campaign,
  { calling_hours: usual, rule_packs: packs, unconfirmed_rules: unconfirmed }: Preferences,
): WhatIfDraft => {
  const { slots } = campaign.schedule_config?.enabled ? campaign.schedule_config : usual;
  const starts = slots.map(({ start_time }) => readHalfHours(start_time));
  const ends = slots.map(({ end_time }) => readHalfHours(end_time));
  return {
    retries: retry.enabled ? retry.max_retries : 0,
    delayMinutes: Math.round(retry.retry_delay_seconds / MINUTE_SECONDS),
    retriedOn: REASONS.filter((reason) => retry[`retry_on_${reason}`]),
    lines: campaign.max_concurrency ?? MOST_LINES,
    from: starts.length > 0 ? Math.min(...starts) : 0,
    until: ends.length > 0 ? Math.max(...ends) : HALF_HOURS,
    pace: 0,
    cap: 0,
    budget: 0,
    holidays: "",
    doNotCall: "",
    packs,
    unconfirmed,
  };
};

interface Known {
  campaign: Campaign;
  preferences: Preferences;
  /** What its calls cost; null: nothing, or in several currencies. */
  cost: { cost_minor: number; currency: string } | null;
}

/** Returns what is asked: a slider that was not moved asks nothing. */
export const writeAsked = (draft: WhatIfDraft, own: WhatIfDraft, known: Known): Asked => ({
  ...writeRetries(draft, own),
  ...(draft.lines !== own.lines && { max_concurrency: draft.lines }),
  ...((draft.from !== own.from || draft.until !== own.until) && { schedule_config: writeHours(draft, known) }),
  ...(draft.pace > 0 && { calls_per_second: draft.pace }),
  ...(draft.cap > 0 && { max_attempts_per_number_per_day: draft.cap }),
  ...(draft.budget > 0 &&
    known.cost && {
      budget: { total_minor: computeBudgetMinor(draft.budget, known.cost), currency: known.cost.currency },
    }),
  ...(listWords(draft.holidays).length > 0 && { holidays: listWords(draft.holidays) }),
  ...writePacks(draft, own),
  ...(listNumbers(draft.doNotCall).length > 0 && { do_not_call: listNumbers(draft.doNotCall) }),
});

export const computeBudgetMinor = (percent: number, { cost_minor: cost }: { cost_minor: number }): number =>
  Math.max(1, Math.round((cost * percent) / 100));

const writePacks = (
  { packs, unconfirmed }: WhatIfDraft,
  own: WhatIfDraft,
): Pick<Asked, "rule_packs" | "unconfirmed_rules"> => {
  const [rules, ownRules] = [listRulesOf(unconfirmed, packs), listRulesOf(own.unconfirmed, own.packs)];
  const isSame = isSameSet(packs, own.packs) && isSameSet(rules, ownRules);
  return isSame ? {} : { rule_packs: [...packs], unconfirmed_rules: rules };
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

const writeRetries = (draft: WhatIfDraft, own: WhatIfDraft): Pick<Asked, "retry_config"> => {
  const isSame =
    draft.retries === own.retries &&
    draft.delayMinutes === own.delayMinutes &&
    draft.retriedOn.join() === own.retriedOn.join();
  if (isSame) return {};
  return {
    retry_config: {
      enabled: draft.retries > 0,
      max_retries: draft.retries,
      retry_on_no_answer: draft.retriedOn.includes("no_answer"),
      retry_on_voicemail: draft.retriedOn.includes("voicemail"),
      retry_on_busy: draft.retriedOn.includes("busy"),
      ...(draft.delayMinutes !== own.delayMinutes && {
        retry_delay_seconds: draft.delayMinutes * MINUTE_SECONDS,
        retry_delays_seconds: [],
      }),
    },
  };
};

const writeHours = (
  { from, until }: WhatIfDraft,
  { campaign: { schedule_config: own }, preferences }: Known,
): Asked["schedule_config"] => {
  const usual = own?.enabled ? own : preferences.calling_hours;
  const days = [...new Set(usual.slots.map(({ day_of_week: day }) => day))];
  return {
    enabled: true,
    timezone: own?.timezone ?? preferences.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    slots: (days.length > 0 ? days : DAYS).map((day_of_week) => ({
      day_of_week,
      start_time: formatHalfHours(from),
      end_time: formatHalfHours(until),
    })),
    holidays: usual.holidays ?? [],
    holiday_calendar: usual.holiday_calendar ?? null,
  };
};

const listWords = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
/** One number a line, because numbers are written with spaces. */
const listNumbers = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((number) => number.trim())
    .filter(Boolean);
