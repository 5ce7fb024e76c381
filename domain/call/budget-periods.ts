import { DateTime } from "luxon";

export interface Period {
  startsAt: Date;
  /** The instant is not part of the period. */
  endsAt: Date;
}

/** Returns the day or month that contains an instant, in a time zone. */
export const computePeriod = (unit: "day" | "month", at: Date, timezone: string | null): Period => {
  const start = DateTime.fromJSDate(at, { zone: timezone ?? "UTC" }).startOf(unit);
  return { startsAt: start.toJSDate(), endsAt: start.plus({ [unit]: 1 }).toJSDate() };
};
