import { listOccurrences, parseRule, type Recurrence } from "../../domain/campaign/recurrence.ts";
import { listHolidayDates } from "./recurrence-schedule.ts";

/** Lists the next times of a recurring campaign after an instant. */
export const listNextTimes = (recurrence: Recurrence, now: Date, most: number): Date[] => {
  const parsed = parseRule(recurrence.rule);
  if ("fault" in parsed) return [];
  const zone = { timezone: recurrence.timezone, holidays: listHolidayDates(recurrence, now) };
  return listOccurrences(parsed.rule, zone, { afterMs: now.getTime(), most }).map(({ atMs }) => new Date(atMs));
};

/** Returns the next time; null: there is none any more. */
export const nextTime = (recurrence: Recurrence, now: Date): Date | null =>
  listNextTimes(recurrence, now, 1)[0] ?? null;
