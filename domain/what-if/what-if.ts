import type { Enrolment } from "../campaign/enrolment.ts";
import type { RetryConfig } from "../campaign/retry.rules.ts";
import type { WindowSlot } from "../campaign/window-slots.ts";
import type { OwnRule } from "../rule-pack/own-rule.ts";

/** The states of a question to a campaign's past. */
export const WHAT_IF_STATES = ["running", "done", "failed"] as const;

/** So many questions of one organization are worked on at a time; each takes a processor for a while. */
export const MOST_WHAT_IFS_UNDER_WAY = 3;

/** The newest questions of a campaign are listed. */
export const MOST_WHAT_IFS_LISTED = 20;

/** So many numbers may be asked about at once. */
export const MOST_NUMBERS_ASKED = 10_000;

/** The settings that a question asks about; those that are absent stay as they were. */
export interface WhatIfSettings {
  retry_config?: { [Setting in keyof RetryConfig]?: RetryConfig[Setting] | undefined } | undefined;
  schedule_config?:
    | {
        enabled: boolean;
        timezone: string;
        slots: WindowSlot[];
        holidays?: string[] | undefined;
        holiday_calendar?: string | undefined;
      }
    | undefined;
  max_concurrency?: number | undefined;
  calls_per_second?: number | undefined;
  max_attempts_per_number_per_day?: number | undefined;
  budget?: { total_minor: number; currency: string } | undefined;
  /** Dates besides those of the hours. */
  holidays?: string[] | undefined;
  /** Rule packs, rules of them that counsel is to confirm, and own rules in place of the organization's; an empty list: none. */
  rule_packs?: string[] | undefined;
  unconfirmed_rules?: string[] | undefined;
  own_rules?: OwnRule[] | undefined;
  /** How many numbers were given that would have been on the do-not-call list; the numbers are not kept. */
  do_not_call?: number | undefined;
}

/** Returns why nobody can be asked what a campaign would have done; null: it has a past. */
export const explainNoPast = (campaign: {
  started_at: Date | null;
  daily_quota: number | null;
  enrolment: Enrolment;
}): string | null => {
  if (campaign.started_at === null) return "The campaign has called nobody yet: see its forecast";
  if (campaign.daily_quota !== null)
    return "The campaign has a daily quota, by whose days what-ifs do not replay: nothing is predicted rather than something wrong";
  return campaign.enrolment === "live"
    ? "Contacts have joined the campaign while it ran, and what-ifs replay only those who were in it from its start"
    : null;
};

/** Returns why a past of which calls were removed cannot be replayed: contacts would look as if nobody had called them. */
export const explainRemovedPast = (removed: { calls: number; at: Date } | null): string | null =>
  removed === null
    ? null
    : `${removed.calls} calls of the campaign were removed, the last of them on ${removed.at.toISOString()}: what is left is not its past`;
