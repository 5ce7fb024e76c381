import { z } from "zod";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { isHolidayCalendar } from "../../infra/holiday/holiday-calendar.ts";

export { optional, withDefault } from "../../domain/json/optional-field.ts";
export { timeZone, timeZoneOrEmpty } from "../../domain/time/time-zone-field.ts";

import { limitedJson } from "../../domain/json/limited-json.ts";

/** Where a row was made, in an answer. */
export const environmentAnswer = z
  .enum(ENVIRONMENTS)
  .meta({ description: "`sandbox`: made with a sandbox key, and of no effect on production" });

/** A time in an answer: takes a Date, sends ISO 8601 with `Z`. */
export const time = z
  .date()
  .transform((date) => date.toISOString())
  .meta({ type: "string", format: "date-time" });
export const nullableTime = time.nullable();

/** A calendar of public holidays, in a request. */
export const holidayCalendar = z
  .string()
  .refine(isHolidayCalendar, "A country or a region of one whose holidays are known, such as US or DE-BY");

/** The calling hours of a week, in an answer; times are `HH:MM`. */
export const windowSlotsAnswer = z.array(
  z.object({ day_of_week: z.number().int(), start_time: z.string(), end_time: z.string() }),
);

/** A time in a request. */
export const timeInput = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A positive integer id in a path or query, where it arrives as text. */
export const idParameter = z.coerce.number().int().positive();
/** A positive integer id in a body. */
export const idField = z.number().int().positive();

/** Free JSON by name, in an answer. */
export const jsonObject = z.record(z.string(), z.unknown());
/** Free JSON by name, such as `initial_context`, in a request. */
export const jsonObjectInput = limitedJson(jsonObject);

/** `?flag=true`; any text that is not a boolean is refused; `1` and `0` are taken as well. */
export const booleanParameter = z
  .stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })
  .meta({ type: "boolean" });
