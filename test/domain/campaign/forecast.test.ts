import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { WindowReading } from "../../../domain/campaign/dialling-window.ts";
import { forecastCalls, type ZoneShare } from "../../../domain/campaign/forecast.ts";
import type { HoursReading } from "../../../domain/campaign/zone-windows.ts";

const HOUR_MS = 3_600_000;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const hoursOf = (start: string, end: string, days: readonly number[] = EVERY_DAY): HoursReading => ({
  hours: {
    slots: days.map((day_of_week) => ({ day_of_week, start_time: start, end_time: end })),
    holidays: [],
  },
  fallbackZone: "UTC",
  source: "campaign",
});
const always: HoursReading = { hours: null, fallbackZone: "UTC", source: null };
const midnight = Date.parse("2026-03-03T00:00:00Z");

describe("a forecast", () => {
  it("begins at once where no hours hold, and ends when everybody was called at that pace", () => {
    const plan = { hours: always, callsPerSecond: 2 };
    expect(forecastCalls(plan, [{ timezone: "", calls: 100 }], midnight)).toEqual({
      firstCallAtMs: midnight,
      endsAtMs: midnight + 50_000,
      neverCalled: 0,
    });
  });

  it("waits for the window, and goes on the next day with what did not fit", () => {
    const plan = { hours: hoursOf("09:00", "10:00"), callsPerSecond: 1 };
    const { firstCallAtMs, endsAtMs } = forecastCalls(plan, [{ timezone: "", calls: 5_400 }], midnight);
    expect(firstCallAtMs).toBe(midnight + 9 * HOUR_MS);
    // An hour holds 3,600 of them; half an hour of the next day the rest, but for the seconds before the closing.
    expect(Math.abs((endsAtMs ?? 0) - (midnight + 33.5 * HOUR_MS))).toBeLessThan(10_000);
  });

  it("calls each zone by its own clock", () => {
    const plan = { hours: hoursOf("09:00", "17:00"), callsPerSecond: 1 };
    const shares = [
      { timezone: "America/Los_Angeles", calls: 60 },
      { timezone: "Europe/Berlin", calls: 60 },
    ];
    // When it is two in the morning in London, it is evening in Los Angeles.
    expect(forecastCalls(plan, shares, midnight + 2 * HOUR_MS)).toEqual({
      firstCallAtMs: midnight + 8 * HOUR_MS,
      endsAtMs: midnight + 17 * HOUR_MS + 60_000,
      neverCalled: 0,
    });
  });

  it("waits for the hours of rule packs too", () => {
    const opensAtMs = midnight + 33 * HOUR_MS;
    const pack = (atMs: number): WindowReading =>
      atMs < opensAtMs ? { open: false, opensAtMs } : { open: true, closesAtMs: opensAtMs + HOUR_MS };
    const plan = { hours: hoursOf("08:00", "20:00"), callsPerSecond: 1 };
    const { firstCallAtMs } = forecastCalls(plan, [{ timezone: "", calls: 1, windows: [pack] }], midnight);
    expect(firstCallAtMs).toBe(opensAtMs);
  });

  it("says how many are never called, and nothing of an end where nobody is", () => {
    const plan = { hours: hoursOf("09:00", "17:00", []), callsPerSecond: 1 };
    expect(forecastCalls(plan, [{ timezone: "", calls: 7 }], midnight)).toEqual({
      firstCallAtMs: null,
      endsAtMs: null,
      neverCalled: 7,
    });
    expect(forecastCalls(plan, [], midnight)).toEqual({ firstCallAtMs: null, endsAtMs: null, neverCalled: 0 });
  });

  it("never ends before the pace allows, nor later with fewer calls or a higher pace", () => {
    const zone = fc.constantFrom("", "America/New_York", "Asia/Tokyo", "Europe/Berlin,Europe/London");
    const shares = fc.uniqueArray(fc.record({ timezone: zone, calls: fc.integer({ min: 0, max: 20_000 }) }), {
      selector: ({ timezone }: ZoneShare) => timezone,
      maxLength: 4,
    });
    const plans = fc.record({
      start: fc.constantFrom("08:00", "09:30"),
      end: fc.constantFrom("12:00", "18:00"),
      pace: fc.constantFrom(0.5, 2, 10),
      offset: fc.integer({ min: 0, max: 6 * 24 * HOUR_MS }),
    });
    fc.assert(
      fc.property(shares, plans, (given, { start, end, pace, offset }) => {
        const at = midnight + offset;
        const hours = hoursOf(start, end);
        const total = given.reduce((sum, { calls }) => sum + calls, 0);
        const { firstCallAtMs, endsAtMs, neverCalled } = forecastCalls({ hours, callsPerSecond: pace }, given, at);
        expect(neverCalled).toBe(0);
        expect(firstCallAtMs === null).toBe(total === 0);
        if (firstCallAtMs === null || endsAtMs === null) return;
        expect(firstCallAtMs).toBeGreaterThanOrEqual(at);
        expect(endsAtMs - firstCallAtMs).toBeGreaterThanOrEqual((total / pace) * 1000 - 1);
        const faster = forecastCalls({ hours, callsPerSecond: pace * 2 }, given, at);
        expect(faster.endsAtMs).toBeLessThanOrEqual(endsAtMs + 1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a forecast with a daily quota", () => {
  it("never begins more calls a day than it allows, and ends on the day after the last whole quota", () => {
    const dayMs = 86_400_000;
    const nextDayMs = (atMs: number) => (Math.floor(atMs / dayMs) + 1) * dayMs;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 200 }), (limit, calls) => {
        const plan = {
          hours: { hours: null, fallbackZone: "UTC", source: null },
          callsPerSecond: 100,
          quota: { limit, nextDayMs },
        };
        const { endsAtMs } = forecastCalls(plan, [{ timezone: "UTC", calls }], 0);
        expect(Math.floor((endsAtMs ?? Number.NaN) / dayMs)).toBe(Math.ceil(calls / limit) - 1);
      }),
    );
  });
});
