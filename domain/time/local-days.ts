import { DateTime } from "luxon";

/** Half-open: `from` is included, `until` is not. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

/** Returns the last `days` days in a zone, up to now, and as many whole days before those. */
export const computeRecentDays = (
  now: Date,
  { days, timezone }: { days: number; timezone: string },
): { current: TimeSpan; previous: TimeSpan } => {
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf("day");
  const from = today.minus({ days: days - 1 }).startOf("day");
  const before = from.minus({ days }).startOf("day");
  return {
    current: { from: from.toJSDate(), until: now },
    previous: { from: before.toJSDate(), until: from.toJSDate() },
  };
};

/** Returns when a day (`2026-03-29`) begins in a zone, and when the next one does. */
export const computeDay = (day: string, timezone: string): TimeSpan => {
  const from = DateTime.fromISO(day, { zone: timezone }).startOf("day");
  return { from: from.toJSDate(), until: from.plus({ days: 1 }).startOf("day").toJSDate() };
};

/** Returns when the day, the week that begins with this day, or the month (`2026-03`) begins in a zone, and when it ends. */
export const computePeriod = (period: "day" | "week" | "month", written: string, timezone: string): TimeSpan => {
  const from = DateTime.fromISO(written, { zone: timezone }).startOf("day");
  return {
    from: from.toJSDate(),
    until: from
      .plus({ [`${period}s`]: 1 })
      .startOf("day")
      .toJSDate(),
  };
};

/** Returns the first and the last of the last `days` days in a zone, as days. */
export const nameRecentDays = (now: Date, days: number, timezone: string): { first: string; last: string } => {
  const today = DateTime.fromJSDate(now, { zone: timezone });
  return { first: today.minus({ days: days - 1 }).toFormat("yyyy-MM-dd"), last: today.toFormat("yyyy-MM-dd") };
};

/** Returns when the day after an instant begins in a zone; epoch milliseconds. */
export const findNextDay = (timezone: string, atMs: number): number =>
  DateTime.fromMillis(atMs, { zone: timezone }).startOf("day").plus({ days: 1 }).startOf("day").toMillis();
