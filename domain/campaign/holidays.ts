import { z } from "zod";

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const MOST_HOLIDAYS = 366;

export const holidayDates = z
  .array(z.string().refine(isDate, "A date as YYYY-MM-DD"))
  .max(MOST_HOLIDAYS)
  .meta({ description: "Dates on which nobody is called, in the called person's own calendar" });

function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** Returns the dates on which nobody is called: those that are named, and those of a country's or region's calendar. */
export const joinHolidays = (
  { holidays, holidayCalendar }: { holidays: readonly string[]; holidayCalendar: string | null },
  calendar: (name: string) => readonly string[],
): readonly string[] => (holidayCalendar ? [...holidays, ...calendar(holidayCalendar)] : holidays);

const DATE_LENGTH = "2026-12-25".length;
const DAY_START = "00:00";

/** Tells whether a date is a holiday, or its evening is kept as one. */
export const hasHoliday = (holidays: readonly string[], date: string): boolean =>
  holidays.some((holiday) => holiday.startsWith(date));

/**
 * Returns the time from which nobody is called on a date (`2026-12-24`), on the person's own clock: from its beginning on a holiday, from the
 * evening where that is kept (`2026-12-24T18:00`); null: nothing keeps anybody from calling.
 */
export const findHolidayStart = (holidays: readonly string[], date: string): string | null => {
  if (holidays.includes(date)) return DAY_START;
  const eve = holidays.find((holiday) => holiday.length > DATE_LENGTH && holiday.startsWith(date));
  return eve === undefined ? null : eve.slice(DATE_LENGTH + 1);
};
