import { DateTime } from "luxon";

export interface Period {
  startsAt: Date;
  /** Exclusive. */
  endsAt: Date;
}

/** The day or the month that an instant lies in, by the clocks of a zone. */
export const periodOf = (unit: "day" | "month", at: Date, timezone: string | null): Period => {
  const start = DateTime.fromJSDate(at, { zone: timezone ?? "UTC" }).startOf(unit);
  return { startsAt: start.toJSDate(), endsAt: start.plus({ [unit]: 1 }).toJSDate() };
};
