import { describe, expect, it } from "@jest/globals";
import Holidays from "date-holidays";
import { readWindow } from "../../../domain/campaign/dialling-window.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import { isHolidayCalendar, listHolidays } from "../../../infra/holiday/holiday-calendar.ts";

describe("a holiday calendar", () => {
  it.each(["US", "US-CA", "DE-BY", "IN", "BR"])("is known of %s", (name) => {
    expect(isHolidayCalendar(name)).toBe(true);
  });

  it.each(["XX", "DE-ZZ", "de", "Germany", ""])("is not known of %j", (name) => {
    expect(isHolidayCalendar(name)).toBe(false);
    expect(() => listHolidays(name, new Date())).toThrow(RangeError);
  });

  it("gives public holidays of the year and the next one, those of a region with those of its country", () => {
    const at = new Date("2026-11-22T00:00:00Z");
    const bavaria = listHolidays("DE-BY", at);
    expect(bavaria).toEqual(expect.arrayContaining(["2026-12-25", "2027-01-01", "2026-01-06"]));
    expect(listHolidays("DE", at)).not.toContain("2026-01-06");
    expect(listHolidays("US", at)).toContain("2026-11-26");
    // Mother's Day is no day off.
    expect(bavaria).not.toContain("2026-05-10");
  });

  it.each([
    ["KR", ["2026-02-17", "2026-02-18", "2026-02-19"]],
    ["VN", ["2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19", "2026-02-20"]],
    ["AE", ["2026-03-20", "2026-03-21", "2026-03-22"]],
    // The new year's holidays of Eswatini end in the year after.
    ["SZ", ["2025-12-28", "2026-01-01", "2026-01-02"]],
  ])("of %s has every day of a holiday that lasts longer: %j", (name, days) => {
    expect(listHolidays(name, new Date("2026-01-01T12:00:00Z"))).toEqual(expect.arrayContaining(days));
  });

  it("leaves the work day before a holiday that begins at sunset", () => {
    const eid = listHolidays("AE", new Date("2026-03-01T00:00:00Z"));
    expect(eid).not.toContain("2026-03-19");
    expect(eid).toContain("2026-03-19T18:00");
  });

  const countries = Object.keys(new Holidays().getCountries());

  it("keeps the window closed from the start of each holiday to its end, in all countries", () => {
    expect(countries.length).toBeGreaterThan(190);
    expect(countries.flatMap((country) => listOpenHolidays(country, 2026))).toEqual([]);
  });
});

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "00:00", end_time: "24:00" }));

/** Lists the public holidays within which the window is open at some hour, by the country's own clock. */
const listOpenHolidays = (country: string, year: number): string[] => {
  const calendar = new Holidays(country);
  const [zone = "UTC"] = calendar.getTimezones();
  const hours = { slots: EVERY_DAY, holidays: listHolidays(country, new Date(Date.UTC(year, 5, 1))) };
  return calendar.getHolidays(year).flatMap(({ type, start, end, name, date }) => {
    if (type !== "public") return [];
    // The package has a table of zones of its own, an hour off where a country has changed its clocks of late.
    const [first, last] = [start.getTime() + HOUR_MS, end.getTime() - HOUR_MS];
    const count = Math.ceil((last - first) / (6 * HOUR_MS));
    const instants = Array.from({ length: count }, (_, index) => first + index * 6 * HOUR_MS);
    const isOpen = [...instants, last - 1].some((atMs) => readWindow(hours, [zone], atMs).open);
    return isOpen ? [`${country} ${date} ${name}`] : [];
  });
};
