import { createRequire } from "node:module";
import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time/durations.rules.ts";

const require = createRequire(import.meta.url);

/** Loads the package with the first calendar that is used: it takes some 30 MB, and most installations use none. */
const loadHolidays = (): typeof Holidays => {
  const loaded: unknown = require("date-holidays");
  if (!isHolidays(loaded)) throw new TypeError("date-holidays gives no class of calendars");
  return loaded;
};

const isHolidays = (loaded: unknown): loaded is typeof Holidays => typeof loaded === "function";

const NAME = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/;
/**
 * A calendar covers this year and the next, because a window looks eight days ahead, and the last one, whose holidays may reach
 * into this.
 */
const YEARS = [-1, 0, 1];

/** Tells whether `name` is a country (`DE`) or a region of one (`DE-BY`) whose holidays are known. */
export const isHolidayCalendar = (name: string): boolean => open(name) !== null;

const kept = new Map<string, readonly string[]>();

/**
 * Returns the public holidays of a calendar, for the year of `at` and those beside it: each day (`2026-12-25`) from its start to
 * its end, and the evening (`2026-12-24T18:00`) where it begins at the sunset before. An unknown calendar throws, because nothing
 * is dialled that cannot be checked. The data is that of the package date-holidays.
 */
export const listHolidays = (name: string, at: Date): readonly string[] => {
  const year = at.getUTCFullYear();
  const key = `${name} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const calendar = open(name);
  if (!calendar) throw new RangeError(`there is no holiday calendar ${name}`);
  const holidays = YEARS.flatMap((later) => calendar.getHolidays(year + later)).filter(({ type }) => type === "public");
  const dates = [...new Set(holidays.flatMap(listDays))];
  kept.set(key, dates);
  return dates;
};

/** The package writes a start at sunset as so many hours before the first day: `2026-03-20 00:00:00 -0600`. */
const BEFORE_THE_DAY = / -(\d{2})(\d{2})$/;

const listDays = ({ date, start, end }: HolidaysTypes.Holiday): string[] => {
  const firstMs = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  // A day on which the clocks change has an hour more, or less.
  const count = Math.max(Math.ceil((end.getTime() - start.getTime() - HOUR_MS) / DAY_MS), 1);
  const days = Array.from({ length: count }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
  const [, hours, minutes] = BEFORE_THE_DAY.exec(date) ?? [];
  if (hours === undefined) return days;
  const eveMs = firstMs - Number(hours) * HOUR_MS - Number(minutes) * MINUTE_MS;
  return [new Date(eveMs).toISOString().slice(0, "2026-12-24T18:00".length), ...days];
};

const open = (name: string): Holidays | null => {
  const [, country, region] = NAME.exec(name) ?? [];
  if (!country) return null;
  const Calendar = loadHolidays();
  const known = new Calendar();
  if (!(country in known.getCountries())) return null;
  if (region !== undefined && !(region in (known.getStates(country) ?? {}))) return null;
  return region === undefined ? new Calendar(country) : new Calendar(country, region);
};
