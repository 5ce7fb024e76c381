import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type DiallingHours, readAdmissionWindow, readWindow } from "../../../domain/campaign/dialling-window.ts";
import type { WindowSlot } from "../../../domain/campaign/window-slots.ts";
import { listClockPeriods } from "../../../domain/time/wall-clock.ts";

const DAY_MS = 86_400_000;
const at = (iso: string) => Date.parse(iso);
const weekdays = (start_time: string, end_time: string): WindowSlot[] =>
  [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time, end_time }));
const NEW_YORK = ["America/New_York"];
const officeHours: DiallingHours = { slots: weekdays("09:00", "17:00"), holidays: [] };
const onSunday = (start_time: string, end_time: string): DiallingHours => ({
  slots: [{ day_of_week: 6, start_time, end_time }],
  holidays: [],
});

/** Whole and half hours, changes by half an hour, in the other hemisphere, at midnight, over Ramadan, and none at all. */
const ZONES = [
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Havana",
  "America/Santiago",
  "America/Asuncion",
  "America/Nuuk",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Chisinau",
  "Atlantic/Azores",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Jerusalem",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Adelaide",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
];
const FROM = at("2026-01-01T00:00:00Z");
const UNTIL = at("2027-12-31T00:00:00Z");
/** Every change of clocks in these zones: random instants rarely meet one. */
const CHANGES = ZONES.flatMap((zone) =>
  listClockPeriods(zone, FROM, UNTIL)
    .slice(1)
    .map(({ startMs }) => ({ zone, atMs: startMs })),
);

const minute = fc.integer({ min: 0, max: 24 * 60 });
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const slot = fc
  .tuple(fc.integer({ min: 0, max: 6 }), minute, minute)
  .filter(([, a, b]) => a !== b)
  .map(([day_of_week, a, b]) => ({ day_of_week, start_time: clock(Math.min(a, b)), end_time: clock(Math.max(a, b)) }));
const instant = fc.integer({ min: FROM, max: UNTIL });
const hours = fc
  .tuple(fc.array(slot, { minLength: 1, maxLength: 6 }), fc.array(instant, { maxLength: 2 }))
  .map(([slots, days]) => ({ slots, holidays: days.map((ms) => new Date(ms).toISOString().slice(0, 10)) }));
const zones = fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 });

/** Making a format takes longer than a thousand uses of it. */
const formats = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    made.set(timeZone, format);
    return format;
  };
};
const clockIn = formats("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dateIn = formats("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });

/** Returns the wall clock's time in the zone. */
const wallClock = (zone: string, ms: number): { day: number; time: string } => {
  const parts = clockIn(zone).formatToParts(ms);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    day: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(value("weekday")),
    time: `${value("hour")}:${value("minute")}`,
  };
};
const dateThere = (zone: string, ms: number): string => dateIn(zone).format(ms);
const openByTheClock = ({ slots, holidays }: DiallingHours, zone: string, ms: number): boolean => {
  const { day, time } = wallClock(zone, ms);
  if (holidays.includes(dateThere(zone, ms))) return false;
  return slots.some((one) => one.day_of_week === day && one.start_time <= time && time < one.end_time);
};

describe("the calling window", () => {
  it("is always open without hours", () => {
    expect(readWindow(null, ["Asia/Kolkata"], 0).open).toBe(true);
  });

  it("is half-open: the first minute is in, the last is out", () => {
    expect(readWindow(officeHours, NEW_YORK, at("2026-03-02T13:59:59.999Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-02T14:00:00Z"),
    });
    expect(readWindow(officeHours, NEW_YORK, at("2026-03-02T14:00:00Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-03-02T22:00:00Z"),
    });
    expect(readWindow(officeHours, NEW_YORK, at("2026-03-02T22:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-03T14:00:00Z"),
    });
  });

  it("admits no call in its last seconds, whose request could come after it has closed", () => {
    const opensAtMs = at("2026-06-02T13:00:00Z");
    const admissionAt = (time: string) => readAdmissionWindow(officeHours, NEW_YORK, at(`2026-06-01T${time}Z`));
    expect(admissionAt("20:59:52.999")).toEqual({ open: true, closesAtMs: at("2026-06-01T21:00:00Z") });
    expect(admissionAt("20:59:53")).toEqual({ open: false, opensAtMs });
    expect(admissionAt("21:00:00")).toEqual({ open: false, opensAtMs });
    expect(admissionAt("12:59:59").open).toBe(false);
    expect(admissionAt("13:00:00").open).toBe(true);
  });

  it("admits no call in the last seconds of any zone of the number", () => {
    const both = ["America/New_York", "America/Halifax"];
    // Halifax is an hour ahead: its evening closes the window.
    expect(readAdmissionWindow(officeHours, both, at("2026-06-01T19:59:52Z")).open).toBe(true);
    expect(readAdmissionWindow(officeHours, both, at("2026-06-01T19:59:55Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-06-02T13:00:00Z"),
    });
  });

  it("opens on Monday after the weekend, an hour earlier by UTC once the clocks went forward", () => {
    expect(readWindow(officeHours, NEW_YORK, at("2026-03-06T23:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-09T13:00:00Z"),
    });
  });

  it("reaches over midnight where two slots touch at 24:00", () => {
    const night: DiallingHours = {
      slots: [
        { day_of_week: 0, start_time: "20:00", end_time: "24:00" },
        { day_of_week: 1, start_time: "00:00", end_time: "02:00" },
      ],
      holidays: [],
    };
    expect(readWindow(night, ["UTC"], at("2026-03-02T23:59:00Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-03-03T02:00:00Z"),
    });
  });

  it("is the called person's own: somebody in Kathmandu is called by their clock, not by New York's", () => {
    const morningThere = at("2026-03-02T04:00:00Z");
    expect(readWindow(officeHours, ["Asia/Kathmandu"], morningThere).open).toBe(true);
    expect(readWindow(officeHours, NEW_YORK, morningThere).open).toBe(false);
  });

  it("ends with a time that a change of clocks skips, at the change", () => {
    const hours = onSunday("01:00", "02:30");
    expect(readWindow(hours, NEW_YORK, at("2026-03-08T06:59:59Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-03-08T07:00:00Z"),
    });
    // 03:10 by the clocks there.
    expect(readWindow(hours, NEW_YORK, at("2026-03-08T07:10:00Z")).open).toBe(false);
  });

  it("begins with a time that a change of clocks skips, at the change", () => {
    expect(readWindow(onSunday("02:15", "05:00"), NEW_YORK, at("2026-03-08T06:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-08T07:00:00Z"),
    });
  });

  it("does not open where a change of clocks skips all of it, but a week later", () => {
    expect(readWindow(onSunday("02:00", "03:00"), NEW_YORK, at("2026-03-08T06:00:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-03-15T06:00:00Z"),
    });
  });

  it("is closed at the second 01:10 when it begins at 01:30, and open at both 01:30s", () => {
    const hours = onSunday("01:30", "09:00");
    expect(readWindow(hours, NEW_YORK, at("2026-11-01T05:40:00Z"))).toEqual({
      open: true,
      closesAtMs: at("2026-11-01T06:00:00Z"),
    });
    expect(readWindow(hours, NEW_YORK, at("2026-11-01T06:10:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-11-01T06:30:00Z"),
    });
  });

  it("is closed on a holiday of the person's own calendar", () => {
    const hours: DiallingHours = { slots: weekdays("00:00", "24:00"), holidays: ["2026-12-25"] };
    expect(readWindow(hours, ["Pacific/Auckland"], at("2026-12-24T12:00:00Z")).open).toBe(false);
    expect(readWindow(hours, NEW_YORK, at("2026-12-24T12:00:00Z")).open).toBe(true);
  });

  it("looks eight days ahead: what opens within them opens, what opens later never does", () => {
    const monday = [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }];
    const afterTheHour = at("2026-03-02T10:00:00Z");
    expect(readWindow({ slots: monday, holidays: [] }, ["UTC"], afterTheHour)).toEqual({
      open: false,
      opensAtMs: at("2026-03-09T09:00:00Z"),
    });
    expect(readWindow({ slots: monday, holidays: ["2026-03-09"] }, ["UTC"], afterTheHour)).toEqual({
      open: false,
      opensAtMs: null,
    });
  });

  it("opens at the end of the eighth day, and never a minute later", () => {
    const tuesdays = (start_time: string): DiallingHours => ({
      slots: [{ day_of_week: 1, start_time, end_time: "12:00" }],
      holidays: ["2026-03-03"],
    });
    const monday = at("2026-03-02T10:00:00Z");
    expect(readWindow(tuesdays("10:00"), ["UTC"], monday)).toEqual({
      open: false,
      opensAtMs: at("2026-03-10T10:00:00Z"),
    });
    expect(readWindow(tuesdays("10:01"), ["UTC"], monday + DAY_MS)).toMatchObject({
      opensAtMs: at("2026-03-10T10:01:00Z"),
    });
    expect(readWindow(tuesdays("10:01"), ["UTC"], monday)).toEqual({ open: false, opensAtMs: null });
  });

  it("throws on a zone that nobody knows: what cannot be evaluated is not dialled", () => {
    expect(() => readWindow(officeHours, ["Mars/Olympus"], 0)).toThrow("Mars/Olympus");
    expect(() => readWindow(officeHours, [...NEW_YORK, "Mars/Olympus"], 0)).toThrow("Mars/Olympus");
  });

  it("agrees with the wall clocks of all zones at any minute", () => {
    fc.assert(
      fc.property(hours, zones, instant, (config, places, ms) => {
        const expected = places.every((zone) => openByTheClock(config, zone, ms));
        expect(readWindow(config, places, ms).open).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("agrees with the wall clock around every change of clocks", () => {
    const nearby = fc.integer({ min: -4 * 60, max: 4 * 60 });
    const early = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 1, max: 4 * 60 }))
      .map(([day_of_week, start, length]) => ({
        day_of_week,
        start_time: clock(start),
        end_time: clock(start + length),
      }));
    fc.assert(
      fc.property(fc.array(early, { minLength: 4, maxLength: 14 }), nearby, (slots, minutes) => {
        for (const { zone, atMs } of CHANGES) {
          const ms = atMs + minutes * 60_000;
          const expected = openByTheClock({ slots, holidays: [] }, zone, ms);
          expect([zone, ms, readWindow({ slots, holidays: [] }, [zone], ms).open]).toEqual([zone, ms, expected]);
        }
      }),
      { numRuns: 60 },
    );
    expect(CHANGES.length).toBeGreaterThan(60);
  });

  it("names an opening that is open and before which it is closed, and a closing that is closed", () => {
    const always: WindowSlot[] = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      day_of_week,
      start_time: "00:00",
      end_time: "24:00",
    }));
    fc.assert(
      fc.property(hours, zones, instant, (config, places, ms) => {
        const reading = readWindow(config, places, ms);
        if (reading.open) {
          const after = readWindow(config, places, reading.closesAtMs);
          expect(after.open).toBe(false);
        } else if (reading.opensAtMs === null) {
          // Never means: at no hour of the next eight days.
          for (let hour = 0; hour < 8 * 24; hour += 1) {
            expect(readWindow(config, places, ms + hour * 3_600_000).open).toBe(false);
          }
        } else {
          expect(reading.opensAtMs).toBeGreaterThan(ms);
          expect(readWindow(config, places, reading.opensAtMs).open).toBe(true);
          expect(readWindow(config, places, reading.opensAtMs - 1).open).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
    expect(readWindow({ slots: always, holidays: [] }, ZONES, FROM).open).toBe(true);
  });
});

it("an evening holiday is one of its own day alone, beside whole days", () => {
  const hours = { slots: weekdays("09:00", "21:00"), holidays: ["2026-12-25", "2026-12-31T12:00", "2026-12-24T18:00"] };
  const closesOn = (day: string) => readWindow(hours, ["UTC"], at(`${day}T10:00:00Z`));
  expect(closesOn("2026-12-24")).toEqual({ open: true, closesAtMs: at("2026-12-24T18:00:00Z") });
  expect(closesOn("2026-12-23")).toEqual({ open: true, closesAtMs: at("2026-12-23T21:00:00Z") });
  expect(closesOn("2026-12-31")).toEqual({ open: true, closesAtMs: at("2026-12-31T12:00:00Z") });
  expect(closesOn("2026-12-25").open).toBe(false);
});

it("an evening holiday leaves the day open until it begins", () => {
  const hours = { slots: weekdays("09:00", "21:00"), holidays: ["2026-12-24T18:00"] };
  expect(readWindow(hours, ["Europe/Berlin"], at("2026-12-24T15:59:00Z"))).toEqual({
    open: true,
    closesAtMs: at("2026-12-24T17:00:00Z"),
  });
  expect(readWindow(hours, ["Europe/Berlin"], at("2026-12-24T17:00:00Z"))).toEqual({
    open: false,
    opensAtMs: at("2026-12-25T08:00:00Z"),
  });
});
