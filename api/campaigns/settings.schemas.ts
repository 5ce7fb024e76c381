import { z } from "zod";
import { holidayDates, windowSlots } from "../../domain/campaign/calling-hours.ts";
import { holidayCalendar, optional, timeZone, withDefault } from "../http/fields.ts";

const delaySeconds = z.number().int().min(0).max(86_400);

export const retryConfig = z
  .strictObject({
    enabled: withDefault(z.boolean(), true),
    max_retries: withDefault(z.number().int().min(0).max(10), 2),
    retry_delay_seconds: withDefault(delaySeconds, 120),
    retry_delays_seconds: optional(z.array(delaySeconds).min(1).max(10)).meta({
      description: "The delay before the n-th retry; later retries wait `retry_delay_seconds`",
    }),
    retry_on_busy: withDefault(z.boolean(), true),
    retry_on_no_answer: withDefault(z.boolean(), true),
    retry_on_voicemail: withDefault(z.boolean(), true),
  })
  .refine(({ retry_delays_seconds: delays = [], max_retries: most }) => delays.length <= most, {
    path: ["retry_delays_seconds"],
    message: "There are more delays than retries: leave out those that no retry waits for, or raise max_retries",
  })
  .meta({ id: "RetryConfig" });

export const scheduleConfig = z
  .strictObject({
    enabled: withDefault(z.boolean(), true),
    timezone: withDefault(timeZone, "UTC").meta({
      description: "The zone of contacts who name none and whose number belongs to none",
    }),
    slots: windowSlots,
    holidays: optional(holidayDates),
    holiday_calendar: optional(holidayCalendar),
  })
  .meta({ id: "ScheduleConfig" });

export const circuitBreaker = z
  .strictObject({
    enabled: withDefault(z.boolean(), false),
    failure_threshold: withDefault(z.number().min(0).max(1), 0.5),
    window_seconds: withDefault(z.number().int().min(30).max(3600), 120),
    min_calls_in_window: withDefault(z.number().int().min(1).max(1000), 5),
  })
  .meta({ id: "CircuitBreakerConfig" });

export const campaignName = z.string().trim().min(1).max(255);
export const maxConcurrency = z.number().int().min(1).max(1000);

/** As they are kept: complete, with every default written out. */
export const retryAnswer = z
  .object({
    enabled: z.boolean(),
    max_retries: z.number().int(),
    retry_delay_seconds: z.number().int(),
    retry_delays_seconds: z.array(z.number().int()).nullable(),
    retry_on_busy: z.boolean(),
    retry_on_no_answer: z.boolean(),
    retry_on_voicemail: z.boolean(),
  })
  .meta({ id: "RetrySettings" });

export const scheduleAnswer = z
  .object({
    enabled: z.boolean(),
    timezone: z.string(),
    slots: z.array(z.object({ day_of_week: z.number().int(), start_time: z.string(), end_time: z.string() })),
    holidays: z.array(z.string()).optional(),
    holiday_calendar: z.string().nullish(),
  })
  .meta({ id: "ScheduleSettings" });

export const circuitBreakerAnswer = z
  .object({
    enabled: z.boolean(),
    failure_threshold: z.number(),
    window_seconds: z.number().int(),
    min_calls_in_window: z.number().int(),
  })
  .meta({ id: "CircuitBreakerSettings" });
