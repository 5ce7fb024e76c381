import { DateTime } from "luxon";

/** From an instant on, until before another. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

/** The day that it is in a zone, with the days before it: `days` of them, up to now; and as many whole days before those. */
export const recentDays = (
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
