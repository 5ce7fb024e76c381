import { DateTime } from "luxon";
import { readZonesKey } from "../contact/contact-zones.ts";

/** On whose clock a day is read: one zone for everybody, or each person's own. */
export const DAY_CLOCKS = ["organization", "person"] as const;

/** Over how many days, up to today, the figures are told. */
export const FIGURES_DAYS = { usual: 14, most: 62 } as const;

/** Who waited longer than this for the first call is late. */
export const LATE_AFTER_MINUTES = { usual: 5, most: 1_440 } as const;

/** How far back the activity of a campaign is told, minute by minute. */
export const ACTIVITY_MINUTES = { usual: 60, most: 240 } as const;

export interface DayFigures {
  joined: number;
  called: number;
  reached: number;
  late: number;
}

export interface CountedAt extends DayFigures {
  /** As `readZonesKey` reads it. */
  timezone: string;
  at: Date;
}

interface DaysOf {
  /** The zone of everybody, or of those whose own is not known. */
  timezone: string;
  clock: (typeof DAY_CLOCKS)[number];
  now: Date;
  days: number;
}

/** Lists the last days of a zone, oldest first, up to today. */
export const listLastDays = ({ timezone, now, days }: Omit<DaysOf, "clock">): string[] => {
  const today = DateTime.fromJSDate(now, { zone: timezone });
  return Array.from({ length: days }, (_, at) => today.minus({ days: days - 1 - at }).toFormat("yyyy-MM-dd"));
};

/** Returns the first instants of days on a zone's clock, and of the day after the last; epoch milliseconds. */
const listFirstInstants = (dates: readonly string[], zone: string): number[] => {
  const firsts = dates.map((date) => DateTime.fromISO(date, { zone }).startOf("day"));
  const after = firsts.at(-1)?.plus({ days: 1 }).startOf("day");
  return [...firsts, ...(after ? [after] : [])].map((first) => first.toMillis());
};

/** Sums what happened by the day that a clock showed then. Where a person may be in several zones, the first decides. */
export const sumByDay = (counted: readonly CountedAt[], of: DaysOf): (DayFigures & { date: string })[] => {
  const dates = listLastDays(of);
  const all = dates.map((date) => ({ date, joined: 0, called: 0, reached: 0, late: 0 }));
  const firsts = new Map<string, number[]>();
  const firstsOf = (timezone: string): number[] => {
    const zone = of.clock === "person" ? (readZonesKey(timezone, of.timezone)[0] ?? of.timezone) : of.timezone;
    const known = firsts.get(timezone) ?? listFirstInstants(dates, zone);
    firsts.set(timezone, known);
    return known;
  };
  for (const { timezone, at, ...figures } of counted) {
    // There are tens of thousands of them: their dates are not written out. Nothing is of the day after the last.
    const day = all[firstsOf(timezone).findLastIndex((first) => first <= at.getTime())];
    if (!day) continue;
    day.joined += figures.joined;
    day.called += figures.called;
    day.reached += figures.reached;
    day.late += figures.late;
  }
  return all;
};
