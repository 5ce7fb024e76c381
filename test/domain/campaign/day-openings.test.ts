import { describe, expect, it } from "@jest/globals";
import { readDayOfHours, uniteOpenings } from "../../../domain/campaign/day-openings.ts";

const MONDAY = "2026-12-07";
const NONE = { from: null, until: null };
const hours = (holidays: string[] = []) => ({
  slots: [
    { day_of_week: 0, start_time: "14:00", end_time: "18:00" },
    { day_of_week: 0, start_time: "09:00", end_time: "12:00" },
    { day_of_week: 1, start_time: "00:00", end_time: "24:00" },
  ],
  holidays,
});
const openOf = (...given: Parameters<typeof readDayOfHours>) =>
  readDayOfHours(...given).open.map(({ start_time: from, end_time: until }) => `${from}-${until}`);

describe("what hours leave open of a day", () => {
  it("are its slots in order", () => {
    expect(openOf(hours(), MONDAY, NONE)).toEqual(["09:00-12:00", "14:00-18:00"]);
    expect(openOf(hours(), "2026-12-08", NONE)).toEqual(["00:00-24:00"]);
    expect(openOf(hours(), "2026-12-09", NONE)).toEqual([]);
  });

  it("is nothing of a holiday, and nothing from its eve on", () => {
    expect(readDayOfHours(hours([MONDAY]), MONDAY, NONE)).toEqual({ open: [], isHoliday: true });
    expect(openOf(hours([`${MONDAY}T17:00`]), MONDAY, NONE)).toEqual(["09:00-12:00", "14:00-17:00"]);
    expect(readDayOfHours(hours([`${MONDAY}T17:00`]), MONDAY, NONE).isHoliday).toBe(true);
  });

  it.each([
    [`${MONDAY}T10:00`, null, ["10:00-12:00", "14:00-18:00"]],
    [`${MONDAY}T13:00`, `${MONDAY}T15:30`, ["14:00-15:30"]],
    ["2026-12-08T10:00", null, []],
    ["2026-12-01T10:00", "2026-12-20T10:00", ["09:00-12:00", "14:00-18:00"]],
    [null, "2026-12-06T10:00", []],
  ])("begins and ends with the campaign: %s to %s", (from, until, open) => {
    expect(openOf(hours(), MONDAY, { from, until })).toEqual(open);
  });

  it("is united where it touches or overlaps", () => {
    const opening = (start_time: string, end_time: string) => ({ start_time, end_time });
    const united = uniteOpenings([opening("12:00", "15:00"), opening("09:00", "12:00"), opening("18:00", "19:00")]);
    expect(united).toEqual([opening("09:00", "15:00"), opening("18:00", "19:00")]);
  });
});
