import { describe, expect, it } from "@jest/globals";
import { isClockTime, showClock } from "../../../domain/time/clock-time.ts";
import { listClockPeriods } from "../../../domain/time/wall-clock.ts";

const at = (iso: string) => Date.parse(iso);

describe("a clock", () => {
  it("shows the time of its zone to the minute", () => {
    expect(showClock("Asia/Kathmandu", at("2026-03-02T10:00:59Z"))).toBe("2026-03-02T15:45");
    expect(showClock("America/New_York", at("2026-01-01T04:59:00Z"))).toBe("2025-12-31T23:59");
  });

  it("is written as a date of the calendar and a time of the day", () => {
    for (const text of ["2026-12-01T10:00", "2028-02-29T23:59", "2026-01-01T00:00"])
      expect(isClockTime(text)).toBe(true);
    for (const text of ["2026-02-29T10:00", "2026-12-01T24:00", "2026-12-01T10:60", "2026-13-01T10:00", "2026-12-01"])
      expect(isClockTime(text)).toBe(false);
  });

  it("has the same offset until it is changed, and the periods follow on each other", () => {
    expect(listClockPeriods("America/New_York", at("2026-03-01T00:00:00Z"), at("2026-11-10T00:00:00Z"))).toEqual([
      { startMs: at("2026-03-01T00:00:00Z"), endMs: at("2026-03-08T07:00:00Z"), offsetMs: -5 * 3_600_000 },
      { startMs: at("2026-03-08T07:00:00Z"), endMs: at("2026-11-01T06:00:00Z"), offsetMs: -4 * 3_600_000 },
      { startMs: at("2026-11-01T06:00:00Z"), endMs: at("2026-11-10T00:00:00Z"), offsetMs: -5 * 3_600_000 },
    ]);
    const [only, ...others] = listClockPeriods(
      "Asia/Kathmandu",
      at("2026-03-02T10:30:00Z"),
      at("2026-03-02T11:00:00Z"),
    );
    expect(only).toMatchObject({ offsetMs: 20_700_000, endMs: at("2026-03-02T11:00:00Z") });
    expect(others).toEqual([]);
  });

  it("a clock that is changed in the last hours of a span is changed in it", () => {
    const periods = listClockPeriods("Europe/Berlin", at("2026-03-28T12:00:00Z"), at("2026-03-29T02:00:00Z"));
    expect(periods.map(({ startMs }) => startMs)).toEqual([at("2026-03-28T12:00:00Z"), at("2026-03-29T01:00:00Z")]);
  });

  it("a zone that nobody knows is refused", () => {
    expect(() => listClockPeriods("Mars/Olympus", 0, 1)).toThrow("Mars/Olympus");
  });
});
