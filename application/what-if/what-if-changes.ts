import { type CampaignSchedule, toDiallingHours } from "../../domain/campaign/calling-hours.ts";
import { chooseFallbackZone } from "../../domain/contact/contact-zones.ts";
import type { PolicyChanges } from "../../domain/what-if/predict-policy.ts";
import type { WhatIfSettings } from "../../domain/what-if/what-if.ts";
import { listHolidays } from "../../infra/holiday/holiday-calendar.ts";
import { type OrganizationRules, type RuleColumns, readChosenRules } from "../rule-pack/chosen-rules.ts";

/** Reads a row's settings as the changes that the simulator is asked about. */
export const readWhatIfChanges = (
  asked: WhatIfSettings,
  { atMs, rules }: { atMs: number; rules: OrganizationRules | null | undefined },
): PolicyChanges => {
  const { retry_config: retry, schedule_config: schedule, holidays, budget } = asked;
  return {
    ...(retry && { retry: listGiven(retry) }),
    ...(schedule && readHours(schedule, atMs)),
    ...(asked.max_concurrency !== undefined && { maxConcurrency: asked.max_concurrency }),
    ...(asked.calls_per_second !== undefined && { callsPerSecond: asked.calls_per_second }),
    ...(asked.max_attempts_per_number_per_day !== undefined && {
      maxAttemptsPerDay: asked.max_attempts_per_number_per_day,
    }),
    ...(budget && { budget }),
    ...(holidays && { holidays }),
    ...(rules !== undefined && { rules: rules && { choice: rules, isAsked: true } }),
  };
};

/** Returns the rules that are asked about, what is not given being the organization's; undefined: none are. */
export const readAskedRules = (
  {
    rule_packs: packs,
    unconfirmed_rules: unconfirmed,
    own_rules: own,
  }: Pick<WhatIfSettings, "rule_packs" | "unconfirmed_rules" | "own_rules">,
  present: RuleColumns,
): OrganizationRules | null | undefined =>
  packs === undefined && unconfirmed === undefined && own === undefined
    ? undefined
    : readChosenRules({
        rule_packs: packs ?? present.rule_packs,
        unconfirmed_rules: unconfirmed ?? present.unconfirmed_rules,
        own_rules: own ?? present.own_rules,
      });

/** A setting that is not given would overwrite the campaign's own. */
const listGiven = ({
  enabled,
  max_retries,
  retry_delay_seconds,
  retry_delays_seconds,
  retry_on_busy,
  retry_on_no_answer,
  retry_on_voicemail,
  retry_on_answered_by,
}: NonNullable<WhatIfSettings["retry_config"]>): NonNullable<PolicyChanges["retry"]> => ({
  ...(enabled !== undefined && { enabled }),
  ...(max_retries !== undefined && { max_retries }),
  ...(retry_delay_seconds !== undefined && { retry_delay_seconds }),
  ...(retry_delays_seconds !== undefined && { retry_delays_seconds }),
  ...(retry_on_busy !== undefined && { retry_on_busy }),
  ...(retry_on_no_answer !== undefined && { retry_on_no_answer }),
  ...(retry_on_voicemail !== undefined && { retry_on_voicemail }),
  ...(retry_on_answered_by !== undefined && { retry_on_answered_by }),
});

const readHours = (schedule: CampaignSchedule, atMs: number): Pick<PolicyChanges, "hours" | "fallbackZone"> => {
  if (!schedule.enabled) return { hours: null };
  const { slots, holidays = [], holiday_calendar: holidayCalendar = null, timezone } = schedule;
  const inForce = { source: "campaign" as const, slots, holidays, holidayCalendar, timezone };
  return {
    hours: toDiallingHours(inForce, (name) => listHolidays(name, new Date(atMs))),
    fallbackZone: chooseFallbackZone([timezone]),
  };
};
