import type { DailyUsage } from "../api/routes.ts";

type Day = DailyUsage["days"][number];

export const MEASURES = ["cost", "calls", "minutes"] as const;
export type Measure = (typeof MEASURES)[number];

const YEAR_AND_MONTH = "2026-11".length;

/** Returns the days of the present month; the last day of the answer is today, in the organization's zone. */
export const listDaysOfMonth = ({ days }: DailyUsage): readonly Day[] => {
  const month = days.at(-1)?.date.slice(0, YEAR_AND_MONTH) ?? "";
  return days.filter(({ date }) => date.startsWith(month));
};

export const readCost = ({ costs }: Pick<Day, "costs">, currency: string | undefined): number =>
  costs.find((cost) => cost.currency === currency)?.cost_minor ?? 0;

export const readValue = (
  day: Day,
  { measure, currency }: { measure: Measure; currency: string | undefined },
): number => (measure === "cost" ? readCost(day, currency) : day[measure]);

export const sumMonth = (usage: DailyUsage, currency: string | undefined) => {
  const days = listDaysOfMonth(usage);
  const sum = (read: (day: Day) => number) => days.reduce((total, day) => total + read(day), 0);
  const today = days.at(-1);
  return {
    calls: sum(({ calls }) => calls),
    seconds: sum((day) => day.duration_seconds),
    costMinor: sum((day) => readCost(day, currency)),
    costTodayMinor: today ? readCost(today, currency) : 0,
    tokens: sum(({ tokens }) => tokens.prompt + tokens.completion),
  };
};

/** The course of a month's cost. */
export interface Curve {
  /** The cost from the month's first day up to each day so far. */
  sums: readonly number[];
  daysOfMonth: number;
  /** The cost at the month's end if the remaining days cost as much as the days so far. */
  expected: number;
}

/** Returns the last day of the present month. */
export const findLastDay = ({ days }: Pick<DailyUsage, "days">): string => {
  const today = days.at(-1)?.date ?? "";
  const [year = 0, month = 0] = today.split("-").map(Number);
  // The day before the first one of the next month.
  return `${today.slice(0, YEAR_AND_MONTH)}-${String(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;
};

export const buildCurve = (usage: DailyUsage, currency: string | undefined): Curve => {
  const days = listDaysOfMonth(usage);
  const sums: number[] = [];
  for (const day of days) sums.push((sums.at(-1) ?? 0) + readCost(day, currency));
  const length = Number(findLastDay(usage).slice(-2));
  return { sums, daysOfMonth: length, expected: ((sums.at(-1) ?? 0) * length) / Math.max(days.length, 1) };
};
