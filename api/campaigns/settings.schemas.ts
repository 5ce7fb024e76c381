import { z } from "zod";
import { ANSWERERS } from "../../domain/answerer/answered-by.rules.ts";
import { SCHEDULE_DEFAULTS } from "../../domain/campaign/calling-hours.ts";
import { LONGEST_CAMPAIGN_NAME } from "../../domain/campaign/campaign-name.rules.ts";
import { BREAKER_DEFAULTS, BREAKER_LIMITS } from "../../domain/campaign/circuit-breaker.rules.ts";
import { MOST_CALLS_AT_ONCE } from "../../domain/campaign/concurrency.rules.ts";
import { DAILY_QUOTAS } from "../../domain/campaign/daily-quota.rules.ts";
import { holidayDates } from "../../domain/campaign/holidays.ts";
import {
  LONGEST_RULE,
  MISSED,
  OVERLAPS,
  parseRule,
  USUAL_MISSED,
  USUAL_OVERLAP,
} from "../../domain/campaign/recurrence.ts";
import { LONGEST_RETRY_DELAY_SECONDS, MOST_RETRIES, RETRY_DEFAULTS } from "../../domain/campaign/retry.rules.ts";
import { windowSlots } from "../../domain/campaign/window-slots.ts";
import { isClockTime } from "../../domain/time/clock-time.ts";
import { compileOrder } from "../../infra/rule-pack/compile-order.ts";
import { holidayCalendar, optional, timeZone, windowSlotsAnswer, withDefault } from "../http/fields.ts";

const within = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);
const delaySeconds = z.number().int().min(0).max(LONGEST_RETRY_DELAY_SECONDS);

/* Each setting is defined once: a new campaign gives it a default, a change leaves alone what is not sent, and answers contain every value. */

const retry = {
  enabled: z.boolean(),
  max_retries: z.number().int().min(0).max(MOST_RETRIES),
  retry_delay_seconds: delaySeconds,
  retry_delays_seconds: z.array(delaySeconds).max(MOST_RETRIES).meta({
    description:
      "The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do",
  }),
  retry_on_busy: z.boolean(),
  retry_on_no_answer: z.boolean(),
  retry_on_voicemail: z.boolean(),
  retry_on_answered_by: z
    .array(z.enum(ANSWERERS))
    .max(ANSWERERS.length)
    .refine((words) => new Set(words).size === words.length, "Name each only once")
    .meta({
      description:
        "Who is called again of those who answered: `person`, `voicemail`, `screening` and `ivr` without a person, `unknown`. It alone decides about answered calls, and `retry_on_voicemail` follows it. Absent or an empty list: voicemail by `retry_on_voicemail`, screening and ivr by `retry_on_no_answer`, a person never",
    }),
};

export const retryConfig = z
  .strictObject({
    enabled: withDefault(retry.enabled, RETRY_DEFAULTS.enabled),
    max_retries: withDefault(retry.max_retries, RETRY_DEFAULTS.max_retries),
    retry_delay_seconds: withDefault(retry.retry_delay_seconds, RETRY_DEFAULTS.retry_delay_seconds),
    retry_delays_seconds: optional(retry.retry_delays_seconds),
    retry_on_busy: withDefault(retry.retry_on_busy, RETRY_DEFAULTS.retry_on_busy),
    retry_on_no_answer: withDefault(retry.retry_on_no_answer, RETRY_DEFAULTS.retry_on_no_answer),
    retry_on_voicemail: withDefault(retry.retry_on_voicemail, RETRY_DEFAULTS.retry_on_voicemail),
    retry_on_answered_by: optional(retry.retry_on_answered_by),
  })
  .refine(({ retry_delays_seconds: delays = [], max_retries: most }) => delays.length <= most, {
    path: ["retry_delays_seconds"],
    message:
      "There are more delays than retries: send those that a retry waits for, or an empty list for none, or raise max_retries",
  })
  .meta({ id: "RetryConfig" });

export const retryConfigChanges = z
  .strictObject({
    enabled: optional(retry.enabled),
    max_retries: optional(retry.max_retries),
    retry_delay_seconds: optional(retry.retry_delay_seconds),
    retry_delays_seconds: optional(retry.retry_delays_seconds),
    retry_on_busy: optional(retry.retry_on_busy),
    retry_on_no_answer: optional(retry.retry_on_no_answer),
    retry_on_voicemail: optional(retry.retry_on_voicemail),
    retry_on_answered_by: optional(retry.retry_on_answered_by),
  })
  .meta({ id: "RetryConfigChanges", description: "Fields that are not sent stay as they are" });

export const scheduleConfig = z
  .strictObject({
    enabled: withDefault(z.boolean(), SCHEDULE_DEFAULTS.enabled),
    timezone: withDefault(timeZone, SCHEDULE_DEFAULTS.timezone).meta({
      description: "The zone of contacts without a zone of their own or of their number",
    }),
    slots: windowSlots,
    holidays: optional(holidayDates),
    holiday_calendar: optional(holidayCalendar),
  })
  .meta({ id: "ScheduleConfig" });

/** An instant, or what each called person's own clock shows; kept as it was given. */
export const moment = z
  .strictObject({
    at: optional(
      z.iso.datetime({
        offset: true,
        error: "An instant with its offset, as 2026-12-01T09:00:00Z; a time on each person's own clock is `local`",
      }),
    ).meta({ description: "An instant, the same for everybody" }),
    local: optional(
      z
        .string()
        .refine(
          isClockTime,
          "A date and a time on the called person's own clock, as 2026-12-01T10:00, without a zone; an instant is `at`",
        ),
    ).meta({ description: "What the clock of each called person shows: `2026-12-01T10:00`" }),
  })
  .transform(({ at, local }, check) => {
    if (at !== undefined && local === undefined) return { at: new Date(at).toISOString() };
    if (local !== undefined && at === undefined) return { local };
    check.addIssue({ code: "custom", message: "Give either at or local" });
    return z.NEVER;
  })
  .meta({ id: "Moment" });

export const momentAnswer = z
  .object({
    at: z.string().optional().meta({ description: "An instant" }),
    local: z.string().optional().meta({ description: "What each called person's clock shows" }),
  })
  .meta({ id: "MomentSetting" });

const recurrenceRule = z
  .string()
  .max(LONGEST_RULE)
  .superRefine((text, check) => {
    const parsed = parseRule(text);
    if ("fault" in parsed) check.addIssue({ code: "custom", message: parsed.fault });
  });

/** How often a campaign makes another one. */
export const recurrence = z
  .strictObject({
    rule: recurrenceRule.meta({
      description:
        "An RRULE of RFC 5545: `FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=9;BYMINUTE=30`. FREQ from DAILY to YEARLY, BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE and UNTIL as a date are kept, others are refused",
    }),
    timezone: timeZone.meta({ description: "The zone whose clock the rule is read from" }),
    holidays: withDefault(holidayDates, []).meta({ description: "Dates on which none is made" }),
    holiday_calendar: optional(holidayCalendar),
    overlap: withDefault(z.enum(OVERLAPS), USUAL_OVERLAP).meta({
      description:
        "When the campaign of the last time has not ended: `skip` makes none, `wait` makes it after that end, `stop` cancels the last one",
    }),
    missed: withDefault(z.enum(MISSED), USUAL_MISSED).meta({
      description: "Times at which the platform was down: `run` makes them up, `skip` leaves them out",
    }),
  })
  .transform(({ holiday_calendar, ...rest }) => ({ ...rest, holiday_calendar: holiday_calendar ?? null }))
  .meta({ id: "Recurrence" });

export const recurrenceAnswer = z
  .object({
    rule: z.string(),
    timezone: z.string(),
    holidays: z.array(z.string()),
    holiday_calendar: z.string().nullable(),
    overlap: z.enum(OVERLAPS).meta({ description: "When the campaign of the last time has not ended" }),
    missed: z.enum(MISSED).meta({ description: "Times at which the platform was down" }),
  })
  .meta({ id: "RecurrenceSettings" });

const breaker = {
  enabled: z.boolean(),
  failure_threshold: z.number().min(BREAKER_LIMITS.failure_threshold.least).max(BREAKER_LIMITS.failure_threshold.most),
  window_seconds: within(BREAKER_LIMITS.window_seconds),
  min_calls_in_window: within(BREAKER_LIMITS.min_calls_in_window),
};

export const circuitBreaker = z
  .strictObject({
    enabled: withDefault(breaker.enabled, BREAKER_DEFAULTS.enabled),
    failure_threshold: withDefault(breaker.failure_threshold, BREAKER_DEFAULTS.failure_threshold),
    window_seconds: withDefault(breaker.window_seconds, BREAKER_DEFAULTS.window_seconds),
    min_calls_in_window: withDefault(breaker.min_calls_in_window, BREAKER_DEFAULTS.min_calls_in_window),
  })
  .meta({ id: "CircuitBreakerConfig" });

export const circuitBreakerChanges = z
  .strictObject({
    enabled: optional(breaker.enabled),
    failure_threshold: optional(breaker.failure_threshold),
    window_seconds: optional(breaker.window_seconds),
    min_calls_in_window: optional(breaker.min_calls_in_window),
  })
  .meta({ id: "CircuitBreakerChanges", description: "Fields that are not sent stay as they are" });

export const campaignName = z.string().trim().min(1).max(LONGEST_CAMPAIGN_NAME);
export const dailyQuota = within(DAILY_QUOTAS);
export const maxConcurrency = z.number().int().min(1).max(MOST_CALLS_AT_ONCE);

/** The stored form: complete, with every default. */
export const retryAnswer = z
  .object({
    ...retry,
    retry_delays_seconds: retry.retry_delays_seconds.nullable(),
    retry_on_answered_by: z
      .array(z.enum(ANSWERERS))
      .nullable()
      .meta({ description: "Who is called again of those who answered; null: as the other fields say" }),
  })
  .meta({ id: "RetrySettings" });

export const scheduleAnswer = z
  .object({
    enabled: z.boolean(),
    timezone: z.string(),
    slots: windowSlotsAnswer,
    holidays: z.array(z.string()).optional(),
    holiday_calendar: z.string().nullish(),
  })
  .meta({ id: "ScheduleSettings" });

export const circuitBreakerAnswer = z.object(breaker).meta({ id: "CircuitBreakerSettings" });

export const segmentAnswer = z
  .object({ id: z.uuid(), name: z.string(), where: z.string() })
  .meta({ id: "CampaignSegment" })
  .nullable()
  .meta({ description: "The part of the list that it calls, as it was then; null: the whole list" });

export const STARTS_AT = "When it begins once it was started: until then it is `scheduled`; absent: at once";
export const RECURRENCE =
  "It dials nobody itself: once started it makes a campaign of its settings at each time, for whom its list holds then";
export const ORDER =
  "Whom of the contacts of one priority it calls first: who has joined the list first, or last, or whose `order_by` is the highest";

/** An expression of CEL that gives a contact a number. */
export const orderExpression = z
  .string()
  .trim()
  .min(1)
  .superRefine((text, check) => {
    const compiled = compileOrder(text);
    if ("fault" in compiled) {
      const { line, column, sentence } = compiled.fault;
      check.addIssue({ code: "custom", message: `Line ${line}, character ${column}: ${sentence}` });
    }
  })
  .meta({
    description:
      "For the order hottest: an expression of CEL that gives each contact a number, such as double(attributes.score)",
  });
export const ENROLMENT =
  "`snapshot`: it calls who is in the list at its start. `live`: also who joins the list while it runs; it does not complete by itself then";
export const TEXT_AGENT =
  "The agent that answers people who write back to its texts, before the number's and the account's; none: those";
export const DAILY_QUOTA =
  "The most attempts of a day in its zone (that of the schedule, or the organization's); absent: as many as there are";
export const ENDS_AT = "From when nobody is called any more; calls in progress end by themselves";
