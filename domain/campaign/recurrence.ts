import { isClockTime } from "../time/clock-time.ts";
import { DAY_MS } from "../time/durations.rules.ts";
import { readLocal } from "./campaign-span.ts";

/** What is done at a time when the campaign of the last time has not ended. */
export const OVERLAPS = ["skip", "wait", "stop"] as const;
export type Overlap = (typeof OVERLAPS)[number];
export const USUAL_OVERLAP: Overlap = "skip";

/** What becomes of times at which the platform was down. */
export const MISSED = ["run", "skip"] as const;
export type Missed = (typeof MISSED)[number];
export const USUAL_MISSED: Missed = "run";

/** How late a missed time is still made up for; a time is never on the second, so that one that is skipped has some grace too. */
export const CATCH_UP_MS: Record<Missed, number> = { run: 30 * DAY_MS, skip: 60_000 };

/**
 * Tells whether a time is left out because it came too late to those who make its campaign: they were away, and the schedule was not. One
 * that is made up for comes as late as it may.
 */
export const isMissed = ({ missed }: Pick<Recurrence, "missed">, { atMs, seenAtMs }: SeenTime): boolean =>
  missed === "skip" && seenAtMs - atMs > CATCH_UP_MS.skip;

/** A time of a rule, and when a worker first saw that it had come; epoch milliseconds. */
export interface SeenTime {
  atMs: number;
  seenAtMs: number;
}

/** How often a campaign makes another one. */
export interface Recurrence {
  /** An RRULE of RFC 5545, as far as `parseRule` takes it. */
  rule: string;
  timezone: string;
  /** Dates on which none is made. */
  holidays: string[];
  holiday_calendar: string | null;
  overlap: Overlap;
  missed: Missed;
}

/** A weekday of a rule: 0 = Monday; `nth` of its month, null: each. */
export interface RuleDay {
  day: number;
  nth: number | null;
}

/** A rule as a calendar: every part that is set must hold. */
export interface RecurrenceRule {
  months: readonly number[] | null;
  monthDays: readonly number[] | null;
  weekdays: readonly RuleDay[] | null;
  hours: readonly number[];
  minutes: readonly number[];
  /** The last date (`2026-12-31`); null: without an end. */
  until: string | null;
}

/** Characters of a rule. */
export const LONGEST_RULE = 500;

export type ParsedRule = { rule: RecurrenceRule } | { fault: string };

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const NOT_KEPT: Readonly<Record<string, string>> = {
  COUNT: "give the last day with UNTIL instead of COUNT",
  BYSETPOS: "name days with BYDAY or BYMONTHDAY instead of BYSETPOS",
  BYWEEKNO: "name months and days instead of BYWEEKNO",
  BYYEARDAY: "name months and days instead of BYYEARDAY",
  BYSECOND: "times are whole minutes: leave BYSECOND out",
  WKST: "leave WKST out: it says nothing without an INTERVAL",
};
const KEPT = new Set(["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE", "UNTIL"]);

/** Reads a rule; a fault says what of it cannot be kept, and what to write instead. */
export const parseRule = (text: string): ParsedRule => {
  const parts = splitRule(text);
  if (parts === null) return { fault: "Write it as FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=9;BYMINUTE=0, each part once" };
  for (const name of parts.keys()) {
    const instead = NOT_KEPT[name];
    if (instead !== undefined) return { fault: `${name} is not kept: ${instead}` };
    if (!KEPT.has(name)) return { fault: `${name} is no part of a rule` };
  }
  return readParts(parts);
};

const splitRule = (text: string): Map<string, string> | null => {
  const parts = new Map<string, string>();
  for (const part of text
    .replace(/^RRULE:/i, "")
    .toUpperCase()
    .split(";")) {
    const [name = "", value = "", ...more] = part.split("=");
    if (!name || !value || more.length > 0 || parts.has(name)) return null;
    parts.set(name, value);
  }
  return parts;
};

const readParts = (parts: ReadonlyMap<string, string>): ParsedRule => {
  const frequency = parts.get("FREQ") ?? "";
  if (!FREQUENCIES.includes(frequency)) return { fault: `FREQ is one of ${FREQUENCIES.join(", ")}` };
  if ((parts.get("INTERVAL") ?? "1") !== "1") return { fault: "INTERVAL is 1: name the days or months that are meant" };
  const numbers = {
    months: readNumbers(parts.get("BYMONTH"), { least: 1, most: 12 }),
    monthDays: readNumbers(parts.get("BYMONTHDAY"), { least: 1, most: 31 }),
    hours: readNumbers(parts.get("BYHOUR"), { least: 0, most: 23 }),
    minutes: readNumbers(parts.get("BYMINUTE") ?? "0", { least: 0, most: 59 }),
  };
  const weekdays = readDays(parts.get("BYDAY"));
  const until = readUntil(parts.get("UNTIL"));
  if (numbers.months === undefined) return { fault: "BYMONTH names months from 1 to 12" };
  if (numbers.monthDays === undefined) return { fault: "BYMONTHDAY names days from 1 to 31, counted from the first" };
  if (numbers.hours == null) return { fault: "Say at which hour: BYHOUR=9, from 0 to 23" };
  if (numbers.minutes == null) return { fault: "BYMINUTE names minutes from 0 to 59" };
  if (weekdays === undefined) return { fault: "BYDAY names days as MO or, of a month, 1MO to 4MO" };
  if (until === undefined) return { fault: "UNTIL is a date, as 20261231, on the clock of the time zone" };
  if (numbers.hours.length * numbers.minutes.length > MOST_A_DAY)
    return { fault: `A day has at most ${MOST_A_DAY} times` };
  const { months, monthDays, hours, minutes } = numbers;
  const rule = { months, monthDays, weekdays, hours, minutes, until };
  const fault =
    explainFrequency(frequency, rule) ??
    (listCalendars(rule).length === 0 ? "No day is one of BYDAY and of BYMONTHDAY at once" : null);
  return fault === null ? { rule } : { fault };
};

/** More would be no rhythm for calling the same people. */
const MOST_A_DAY = 24;

const explainFrequency = (frequency: string, { weekdays, monthDays, months }: RecurrenceRule): string | null => {
  const hasNth = weekdays?.some(({ nth }) => nth !== null) ?? false;
  if (frequency === "WEEKLY" && (weekdays === null || monthDays !== null))
    return "A weekly rule names its days with BYDAY, and no BYMONTHDAY";
  if ((frequency === "DAILY" || frequency === "WEEKLY") && hasNth) return "1MO is for monthly and yearly rules";
  if (frequency === "MONTHLY" && weekdays === null && monthDays === null)
    return "A monthly rule names its days with BYMONTHDAY or BYDAY";
  if (frequency === "YEARLY" && (months === null || (weekdays === null && monthDays === null)))
    return "A yearly rule names its months with BYMONTH and its days with BYMONTHDAY or BYDAY";
  return null;
};

/** Null: it is not there; undefined: it cannot be read. */
const readNumbers = (
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number[] | null | undefined => {
  if (text === undefined) return null;
  const numbers = text.split(",").map((one) => (/^\d{1,2}$/.test(one) ? Number(one) : Number.NaN));
  return numbers.every((one) => one >= least && one <= most) ? sortUnique(numbers) : undefined;
};

const sortUnique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((one, other) => one - other);

const readDays = (text: string | undefined): RuleDay[] | null | undefined => {
  if (text === undefined) return null;
  const days = text.split(",").map((one) => /^([1-4])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(one));
  if (!days.every((one) => one !== null)) return undefined;
  return days.map(([, nth, day = ""]) => ({ day: DAYS.indexOf(day), nth: nth === undefined ? null : Number(nth) }));
};

const readUntil = (text: string | undefined): string | null | undefined => {
  if (text === undefined) return null;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isClockTime(`${date}T00:00`) ? date : undefined;
};

/** Calendars of days, of which a date has to be in one: what a schedule of Temporal takes. Days of the week as there, 0 = Sunday. */
export interface RuleCalendar {
  months: readonly number[] | null;
  monthDays: readonly number[] | null;
  weekdays: readonly number[] | null;
}

const EVERY_MONTH_DAY = Array.from({ length: 31 }, (_, index) => index + 1);
const DAYS_OF_A_WEEK = 7;

/**
 * Converts a rule to calendars. The second Monday of a month is the Monday from the 8th to the 14th. A calendar without a day is left
 * out: to a schedule an empty list of days means every day.
 */
export const listCalendars = ({ months, monthDays, weekdays }: RecurrenceRule): RuleCalendar[] => {
  if (weekdays === null) return [{ months, monthDays, weekdays: null }];
  const groups = Map.groupBy(weekdays, ({ nth }) => nth);
  return [...groups]
    .map(([nth, days]) => ({
      months,
      monthDays: nth === null ? monthDays : daysOfNth(nth).filter((day) => monthDays?.includes(day) ?? true),
      weekdays: sortUnique(days.map(({ day }) => (day + 1) % DAYS_OF_A_WEEK)),
    }))
    .filter((calendar) => calendar.monthDays?.length !== 0);
};

const daysOfNth = (nth: number): number[] => EVERY_MONTH_DAY.slice((nth - 1) * DAYS_OF_A_WEEK, nth * DAYS_OF_A_WEEK);

/** A time of a rhythm: the instant, and what the clock of its zone shows. */
export interface Occurrence {
  atMs: number;
  local: string;
}

/** Further than this nobody looks: a rule without a time until then never comes. */
const MOST_DAYS = 1500;

/**
 * Lists the next times of a rule after an instant. A time that the clocks skip is left out, and one that they show twice is the
 * first. `holidays` are dates that are left out.
 */
export const listOccurrences = (
  rule: RecurrenceRule,
  { timezone, holidays }: { timezone: string; holidays: readonly string[] },
  { afterMs, most }: { afterMs: number; most: number },
): Occurrence[] => {
  const found: Occurrence[] = [];
  const calendars = listCalendars(rule);
  const firstDay = Math.floor(afterMs / DAY_MS) - 1;
  for (let day = firstDay; day < firstDay + MOST_DAYS && found.length < most; day += 1) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (rule.until !== null && date > rule.until) break;
    if (holidays.includes(date) || !calendars.some((calendar) => isIn(calendar, date))) continue;
    for (const time of listTimes(rule)) {
      const local = `${date}T${time}`;
      const reading = readLocal(local, timezone);
      if (reading.kind !== "skipped" && reading.firstMs > afterMs) found.push({ atMs: reading.firstMs, local });
    }
  }
  return found.slice(0, most);
};

const isIn = ({ months, monthDays, weekdays }: RuleCalendar, date: string): boolean => {
  const day = new Date(`${date}T00:00:00Z`);
  return (
    (months?.includes(day.getUTCMonth() + 1) ?? true) &&
    (monthDays?.includes(day.getUTCDate()) ?? true) &&
    (weekdays?.includes(day.getUTCDay()) ?? true)
  );
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const listTimes = ({ hours, minutes }: RecurrenceRule): string[] =>
  hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
