import { z } from "zod";
import { timeZone, withDefault } from "../http/fields.ts";

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const wallTime = z.string().regex(WALL_TIME, "A time of day as HH:MM, 00:00 to 23:59");
const endOfSlot = z
  .string()
  .refine((time) => time === "24:00" || WALL_TIME.test(time), "A time of day as HH:MM, at most 24:00");

const slot = z
  .strictObject({
    day_of_week: z.number().int().min(0).max(6).meta({ description: "0 = Monday" }),
    start_time: wallTime,
    end_time: endOfSlot.meta({ description: "Half-open: dialling ends before this minute" }),
  })
  .refine(({ start_time, end_time }) => start_time < end_time, {
    path: ["end_time"],
    message: "The end must be after the start; a window over midnight is two slots",
  });

export const retryConfig = z
  .strictObject({
    enabled: withDefault(z.boolean(), true),
    max_retries: withDefault(z.number().int().min(0).max(10), 2),
    retry_delay_seconds: withDefault(z.number().int().min(0).max(86_400), 120),
    retry_on_busy: withDefault(z.boolean(), true),
    retry_on_no_answer: withDefault(z.boolean(), true),
    retry_on_voicemail: withDefault(z.boolean(), true),
  })
  .meta({ id: "RetryConfig" });

export const scheduleConfig = z
  .strictObject({
    enabled: withDefault(z.boolean(), true),
    timezone: withDefault(timeZone, "UTC"),
    slots: z.array(slot).min(1).max(50),
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
