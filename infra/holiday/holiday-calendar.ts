import { createRequire } from "node:module";
import type Holidays from "date-holidays";

const require = createRequire(import.meta.url);

/** Loads the package with the first calendar that is used: it takes some 30 MB, and most installations use none. */
const loadHolidays = (): typeof Holidays => {
  const loaded: unknown = require("date-holidays");
  if (!isHolidays(loaded)) throw new TypeError("date-holidays gives no class of calendars");
  return loaded;
};

const isHolidays = (loaded: unknown): loaded is typeof Holidays => typeof loaded === "function";

const NAME = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/;
/** A calendar covers this year and the next, because a window looks eight days ahead. */
const YEARS = 2;

/** Tells whether `name` is a country (`DE`) or a region of one (`DE-BY`) whose holidays are known. */
export const isHolidayCalendar = (name: string): boolean => open(name) !== null;

const kept = new Map<string, readonly string[]>();

/**
 * Returns the public holidays of a calendar as dates (`2026-12-25`), for the year of `at` and the next one. An unknown
 * calendar throws, because nothing is dialled that cannot be checked. The data is that of the package date-holidays.
 */
export const listHolidays = (name: string, at: Date): readonly string[] => {
  const year = at.getUTCFullYear();
  const key = `${name} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const calendar = open(name);
  if (!calendar) throw new RangeError(`there is no holiday calendar ${name}`);
  const dates = Array.from({ length: YEARS }, (_, index) => calendar.getHolidays(year + index))
    .flat()
    .filter(({ type }) => type === "public")
    .map(({ date }) => date.slice(0, 10));
  kept.set(key, dates);
  return dates;
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
