import type { DiallingHours } from "./dialling-window.ts";
import { findHolidayStart, hasHoliday } from "./holidays.ts";

/** A part of a day on a wall clock, half-open: `08:00`, `24:00`. */
export interface DayOpening {
  start_time: string;
  end_time: string;
}

/** What a day of hours is: when somebody may be called, and whether it is a holiday of theirs. */
export interface DayOfHours {
  open: DayOpening[];
  isHoliday: boolean;
}

/** The first and the last moment of a span on the wall clock (`2026-12-01T10:00`); null: it is open there. */
export interface WallSpan {
  from: string | null;
  until: string | null;
}

const DATE_LENGTH = "2026-12-25".length;
const MIDNIGHT = "24:00";
const DAY_START = "00:00";

/** Reads what of a date (`2026-12-25`) hours leave open, on the person's own clock. */
export const readDayOfHours = ({ slots, holidays }: DiallingHours, date: string, span: WallSpan): DayOfHours => {
  const holidayFrom = findHolidayStart(holidays, date);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = splitDay(span.from, date);
  const until = span.until === null ? MIDNIGHT : splitDay(span.until, date);
  const ends = [until, ...(holidayFrom === null ? [] : [holidayFrom])];
  const open = slots
    .filter(({ day_of_week }) => day_of_week === weekday)
    .map(({ start_time, end_time }) => ({
      start_time: latest([start_time, from]),
      end_time: earliest([end_time, ...ends]),
    }))
    .filter(({ start_time, end_time }) => start_time < end_time);
  return { open: uniteOpenings(open), isHoliday: hasHoliday(holidays, date) };
};

/** Returns the time of a date at which a moment splits it: its end where the moment comes later, its beginning where it came before. */
const splitDay = (moment: string | null, date: string): string => {
  if (moment === null || moment.slice(0, DATE_LENGTH) < date) return DAY_START;
  return moment.startsWith(date) ? moment.slice(DATE_LENGTH + 1, DATE_LENGTH + 1 + DAY_START.length) : MIDNIGHT;
};

const latest = (times: readonly string[]): string => times.reduce((one, other) => (one > other ? one : other));
const earliest = (times: readonly string[]): string => times.reduce((one, other) => (one < other ? one : other));

/** Joins openings that touch or overlap, in their order. */
export const uniteOpenings = (openings: readonly DayOpening[]): DayOpening[] => {
  const united: DayOpening[] = [];
  for (const { start_time, end_time } of openings.toSorted((one, other) =>
    one.start_time < other.start_time ? -1 : 1,
  )) {
    const last = united.at(-1);
    if (last && start_time <= last.end_time) last.end_time = latest([last.end_time, end_time]);
    else united.push({ start_time, end_time });
  }
  return united;
};
