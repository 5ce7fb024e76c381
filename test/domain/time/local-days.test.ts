import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import {
  computeDay,
  computePeriod,
  computeRecentDays,
  findNextDay,
  nameRecentDays,
} from "../../../domain/time/local-days.ts";

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"];

const instants = fc.date({ min: new Date("2024-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });

describe("recent days of a zone", () => {
  it("begin and end at the first instant of a day there, and follow on each other", () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 90 }), (now, timezone, days) => {
        const { current, previous } = computeRecentDays(now, { days, timezone });
        const there = (at: Date) => DateTime.fromJSDate(at, { zone: timezone });
        expect(current.until).toEqual(now);
        expect(previous.until).toEqual(current.from);
        for (const at of [current.from, previous.from]) {
          const justBefore = there(new Date(at.getTime() - 1));
          expect(justBefore.toISODate()).not.toBe(there(at).toISODate());
        }
        const dates = (from: Date, to: Date) =>
          Math.round(
            DateTime.fromISO(there(to).toISODate(), { zone: "utc" }).diff(
              DateTime.fromISO(there(from).toISODate(), { zone: "utc" }),
              "days",
            ).days,
          );
        expect(dates(current.from, now)).toBe(days - 1);
        // Samoa's calendar has no 30 December 2011; every day of these years is there.
        expect(dates(previous.from, current.from)).toBe(days);
      }),
    );
  });
});

describe("a day, a week and a month of a zone", () => {
  const spanOf = ({ from, until }: { from: Date; until: Date }) => [from.toISOString(), until.toISOString()];

  it("is as long as its clocks make it", () => {
    expect(spanOf(computeDay("2026-03-29", "Europe/Berlin"))).toEqual([
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(spanOf(computePeriod("day", "2026-10-25", "Europe/Berlin"))).toEqual([
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ]);
    expect(spanOf(computePeriod("week", "2026-03-23", "Europe/Berlin"))).toEqual([
      "2026-03-22T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(spanOf(computePeriod("month", "2026-02", "Asia/Kolkata"))).toEqual([
      "2026-01-31T18:30:00.000Z",
      "2026-02-28T18:30:00.000Z",
    ]);
  });

  it("is named by the calendar there, today included", () => {
    const now = new Date("2026-03-01T23:30:00Z");
    expect(nameRecentDays(now, 1, "UTC")).toEqual({ first: "2026-03-01", last: "2026-03-01" });
    expect(nameRecentDays(now, 7, "Europe/Berlin")).toEqual({ first: "2026-02-24", last: "2026-03-02" });
  });
});

it("the next day of a zone begins at its first instant, also where that is not midnight", () => {
  const nextDay = (zone: string, at: string) => new Date(findNextDay(zone, Date.parse(at))).toISOString();
  expect(nextDay("Europe/Berlin", "2026-03-28T23:00:00Z")).toBe("2026-03-29T22:00:00.000Z");
  expect(nextDay("Europe/Berlin", "2026-03-28T22:59:59Z")).toBe("2026-03-28T23:00:00.000Z");
  // The clocks of Santiago go from midnight to one o'clock.
  expect(nextDay("America/Santiago", "2026-09-05T12:00:00Z")).toBe("2026-09-06T04:00:00.000Z");
});
