import { expect, it } from "@jest/globals";
import { findHolidayStart, hasHoliday, holidayDates, joinHolidays } from "../../../domain/campaign/holidays.ts";

it.each([
  ["2028-02-29", true],
  ["2027-02-29", false],
  ["2027-13-01", false],
  ["27-01-01", false],
])("%s is a date without calls: %s", (date, isTaken) => {
  expect(holidayDates.safeParse([date]).success).toBe(isTaken);
});

it("366 dates may be named", () => {
  const takes = (count: number) => holidayDates.safeParse(Array(count).fill("2027-01-01")).success;
  expect([takes(366), takes(367)]).toEqual([true, false]);
});

it("a holiday is kept from its beginning, and one that has an evening from then on", () => {
  const holidays = ["2026-12-25", "2026-12-24T18:00"];
  const dates = ["2026-12-23", "2026-12-24", "2026-12-25"];
  expect(dates.map((date) => findHolidayStart(holidays, date))).toEqual([null, "18:00", "00:00"]);
  expect(dates.map((date) => hasHoliday(holidays, date))).toEqual([false, true, true]);
  expect(findHolidayStart(["2026-12-24T18:00", "2026-12-24"], "2026-12-24")).toBe("00:00");
});

it("the dates of a calendar are added to those that are named", () => {
  const calendar = (name: string) => [`${name}-01-01`];
  expect(joinHolidays({ holidays: ["2026-12-25"], holidayCalendar: "2027" }, calendar)).toEqual([
    "2026-12-25",
    "2027-01-01",
  ]);
  expect(joinHolidays({ holidays: ["2026-12-25"], holidayCalendar: null }, calendar)).toEqual(["2026-12-25"]);
});
