import { describe, expect, it } from "@jest/globals";
import { listHolidays, isHolidayCalendar } from "../../../infra/holiday/holiday-calendar.ts";

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
});
