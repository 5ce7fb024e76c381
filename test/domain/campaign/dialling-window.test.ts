import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  readAdmissionWindow,
  readWindow,
  type ScheduleConfig,
  type WindowSlot,
} from "../../../domain/campaign/dialling-window.ts";

const at = (iso: string) => Date.parse(iso);
const weekdays = (start_time: string, end_time: string): WindowSlot[] =>
  [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time, end_time }));
const newYork: ScheduleConfig = { enabled: true, timezone: "America/New_York", slots: weekdays("09:00", "17:00") };

const ZONES = [
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "Australia/Lord_Howe",
];
const minute = fc.integer({ min: 0, max: 24 * 60 });
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const slot = fc
  .tuple(fc.integer({ min: 0, max: 6 }), minute, minute)
  .filter(([, a, b]) => a !== b)
  .map(([day_of_week, a, b]) => ({ day_of_week, start_time: clock(Math.min(a, b)), end_time: clock(Math.max(a, b)) }));
const schedule = fc.record({
  enabled: fc.constant(true),
  timezone: fc.constantFrom(...ZONES),
  slots: fc.array(slot, { minLength: 1, maxLength: 6 }),
});
const instant = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z") });

/** What a person would read off a wall clock in the zone. */
const wallClock = (zone: string, ms: number): { day: number; time: string } => {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(ms);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    day: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(value("weekday")),
    time: `${value("hour")}:${value("minute")}`,
  };
};
const openByTheClock = (config: ScheduleConfig, zone: string, ms: number): boolean => {
  const { day, time } = wallClock(zone, ms);
  return config.slots.some((one) => one.day_of_week === day && one.start_time <= time && time < one.end_time);
};

describe("the calling window", () => {
  it("is always open without an enabled schedule", () => {
    expect(readWindow(null, null, 0).open).toBe(true);
    expect(readWindow({ ...newYork, enabled: false }, "Asia/Kolkata", 0).open).toBe(true);
  });

  it("is half-open: the first minute is in, the last is out", () => {
    expect(readWindow(newYork, null, at("2026-03-02T13:59:59.999Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-02T14:00:00Z"),
    });
    expect(readWindow(newYork, null, at("2026-03-02T14:00:00Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-03-02T22:00:00Z"),
    });
    expect(readWindow(newYork, null, at("2026-03-02T22:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-03T14:00:00Z"),
    });
  });

  it("admits no call in its last seconds, whose request could come after it has closed", () => {
    const opensAtMs = at("2026-06-02T13:00:00Z");
    const admissionAt = (time: string) => readAdmissionWindow(newYork, null, at(`2026-06-01T${time}Z`));
    expect(admissionAt("20:59:52.999")).toEqual({ open: true, closesAtMs: at("2026-06-01T21:00:00Z") });
    expect(admissionAt("20:59:53")).toEqual({ open: false, opensAtMs });
    expect(admissionAt("21:00:00")).toEqual({ open: false, opensAtMs });
    expect(admissionAt("12:59:59").open).toBe(false);
    expect(admissionAt("13:00:00").open).toBe(true);
  });

  it("opens on Monday after the weekend, an hour earlier by UTC once the clocks went forward", () => {
    expect(readWindow(newYork, null, at("2026-03-06T23:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-09T13:00:00Z"),
    });
  });

  it("reaches over midnight where two slots touch at 24:00", () => {
    const night: ScheduleConfig = {
      enabled: true,
      timezone: "UTC",
      slots: [
        { day_of_week: 0, start_time: "20:00", end_time: "24:00" },
        { day_of_week: 1, start_time: "00:00", end_time: "02:00" },
      ],
    };
    expect(readWindow(night, null, at("2026-03-02T23:59:00Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-03-03T02:00:00Z"),
    });
  });

  it("is narrowed by the contact's own zone", () => {
    const inKolkata = readWindow(newYork, "Asia/Kolkata", at("2026-03-02T15:00:00Z"));
    expect(inKolkata).toEqual({ open: false, opensAtMs: null });
    const inLosAngeles = readWindow(newYork, "America/Los_Angeles", at("2026-03-02T15:00:00Z"));
    expect(inLosAngeles).toEqual({ open: false, opensAtMs: at("2026-03-02T17:00:00Z") });
  });

  it("throws on a zone that nobody knows: what cannot be evaluated is not dialled", () => {
    expect(() => readWindow({ ...newYork, timezone: "Mars/Olympus" }, null, 0)).toThrow(RangeError);
    expect(() => readWindow(newYork, "Mars/Olympus", 0)).toThrow(RangeError);
  });

  it("agrees with the wall clocks of both zones at any minute", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(null, ...ZONES), instant, (config, contactZone, ms) => {
        const expected =
          openByTheClock(config, config.timezone, ms) &&
          (contactZone === null || openByTheClock(config, contactZone, ms));
        expect(readWindow(config, contactZone, ms).open).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("names an opening that is open and before which it is closed, and a closing that is closed", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(null, ...ZONES), instant, (config, contactZone, ms) => {
        const reading = readWindow(config, contactZone, ms);
        if (reading.open) {
          expect(readWindow(config, contactZone, reading.closesAtMs).open).toBe(false);
        } else if (reading.opensAtMs !== null) {
          expect(reading.opensAtMs).toBeGreaterThan(ms);
          expect(readWindow(config, contactZone, reading.opensAtMs).open).toBe(true);
          expect(readWindow(config, contactZone, reading.opensAtMs - 1).open).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
