import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { explainSpan, type Moment, readLocal, readSpan } from "../../../domain/campaign/campaign-span.ts";
import { limitToSpan, readAdmissionWindow, readWindow } from "../../../domain/campaign/dialling-window.ts";
import { isClockTime } from "../../../domain/time/clock-time.ts";
import { listClockPeriods } from "../../../domain/time/wall-clock.ts";

const at = (iso: string) => Date.parse(iso);
const MINUTE_MS = 60_000;
/** Whole and half hours, changes by half an hour, in the other hemisphere, and none at all. */
const ZONES = [
  "UTC",
  "America/New_York",
  "America/Havana",
  "America/Santiago",
  "Africa/Casablanca",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];
/** Random instants rarely meet a change of clocks. */
const CHANGES = ZONES.flatMap((zone) =>
  listClockPeriods(zone, at("2026-01-01T00:00:00Z"), at("2027-12-31T00:00:00Z"))
    .slice(1)
    .map(({ startMs }) => startMs),
);
const instant = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -400, max: 400 }))
  .map(([changeMs, minutes]) => changeMs + minutes * MINUTE_MS);

const formats = new Map<string, Intl.DateTimeFormat>();
/** What a zone's clock shows, by the platform's own calendar and none of ours. */
const clockOf = (zone: string, ms: number): string => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
  formats.set(zone, format);
  return format.format(ms).replace(" ", "T");
};
const hasCome = (moment: Moment, zone: string, ms: number): boolean =>
  "at" in moment ? ms >= at(moment.at) : clockOf(zone, ms) >= `${moment.local}:00`;

const moment = (base: fc.Arbitrary<number>): fc.Arbitrary<Moment> =>
  fc.oneof(
    base.map((ms) => ({ at: new Date(ms).toISOString() })),
    base.map((ms) => ({ local: new Date(ms).toISOString().slice(0, 16) })),
  );

describe("the start and the end of a campaign", () => {
  it("let nobody be dialled before the start or after the end on any clock that may be theirs", () => {
    const zones = fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        moment(instant),
        moment(instant),
        zones,
        instant,
        fc.integer({ max: 3000, min: -3000 }),
        (...drawn) => {
          const [startsAt, endsAt, possible, aroundMs, minutes] = drawn;
          const hours = limitToSpan(null, { startsAt, endsAt });
          const nowMs = aroundMs + minutes * MINUTE_MS;
          const window = readAdmissionWindow(hours, possible, nowMs);
          if (!window.open) return;
          for (const zone of possible) {
            expect(hasCome(startsAt, zone, nowMs)).toBe(true);
            expect(hasCome(endsAt, zone, nowMs)).toBe(false);
            expect(hasCome(endsAt, zone, window.closesAtMs - 1)).toBe(false);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("let everybody be dialled from the instant that a closed window names", () => {
    fc.assert(
      fc.property(moment(instant), fc.constantFrom(...ZONES), instant, (startsAt, zone, nowMs) => {
        const hours = limitToSpan(null, { startsAt, endsAt: null });
        const window = readWindow(hours, [zone], nowMs);
        if (window.open || window.opensAtMs === null) return expect(window.open).toBe(true);
        expect(readWindow(hours, [zone], window.opensAtMs).open).toBe(true);
        expect(readWindow(hours, [zone], window.opensAtMs - 1).open).toBe(false);
        return undefined;
      }),
      { numRuns: 1000 },
    );
  });

  it("are read in the zone of each person: ten o'clock comes to Berlin six hours before New York", () => {
    const span = { startsAt: { local: "2026-12-01T10:00" }, endsAt: { local: "2026-12-01T12:00" } };
    expect(readSpan(span, ["Europe/Berlin"])).toEqual({
      fromMs: at("2026-12-01T09:00:00Z"),
      untilMs: at("2026-12-01T11:00:00Z"),
    });
    expect(readSpan(span, ["America/New_York"]).fromMs).toBe(at("2026-12-01T15:00:00Z"));
    // Somebody who may be in either is called when both clocks agree, which they never do within two hours.
    const window = readWindow(limitToSpan(null, span), ["Europe/Berlin", "America/New_York"], 0);
    expect(window).toEqual({ open: false, opensAtMs: null, ended: true });
  });

  it("are all hours of all days where a campaign has no others", () => {
    const hours = limitToSpan(null, { startsAt: { at: "2026-12-01T00:00:00Z" }, endsAt: null });
    expect(readWindow(hours, ["UTC"], at("2026-11-30T23:59:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-12-01T00:00:00Z"),
    });
    const days = Array.from({ length: 7 }, (_, day) => at(`2026-12-0${day + 1}T12:00:00Z`));
    expect(days.map((noon) => readWindow(hours, ["Europe/Berlin"], noon).open)).toEqual(Array(7).fill(true));
  });

  it("leave the hours as they are where a campaign has neither, also none at all", () => {
    const hours = { slots: [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }], holidays: [] };
    expect(limitToSpan(hours, null)).toEqual(hours);
    expect(limitToSpan(null, null)).toBeNull();
  });

  it("wait for the calling hours too, also for those of a start that is weeks away", () => {
    const slots = [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }];
    const hours = limitToSpan({ slots, holidays: [] }, { startsAt: { at: "2026-12-01T10:00:00Z" }, endsAt: null });
    expect(readWindow(hours, ["UTC"], at("2026-11-02T09:30:00Z"))).toEqual({
      open: false,
      opensAtMs: at("2026-12-07T09:00:00Z"),
    });
  });

  it("end what would open later: nobody waits for hours that come after the end", () => {
    const slots = [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }];
    const hours = limitToSpan({ slots, holidays: [] }, { startsAt: null, endsAt: { at: "2026-12-07T09:00:00Z" } });
    expect(readWindow(hours, ["UTC"], at("2026-12-02T09:30:00Z"))).toEqual({
      open: false,
      opensAtMs: null,
      ended: true,
    });
  });

  it("count as the instant of the change where the clocks skip them, and as the careful one of two where they repeat", () => {
    expect(readLocal("2026-03-29T02:30", "Europe/Berlin")).toEqual({
      kind: "skipped",
      firstMs: at("2026-03-29T01:00:00Z"),
      lastMs: at("2026-03-29T01:00:00Z"),
    });
    expect(readLocal("2026-10-25T02:30", "Europe/Berlin")).toEqual({
      kind: "twice",
      firstMs: at("2026-10-25T00:30:00Z"),
      lastMs: at("2026-10-25T01:30:00Z"),
    });
    const span = { startsAt: { local: "2026-10-25T02:30" }, endsAt: { local: "2026-10-25T02:30" } };
    expect(readSpan(span, ["Europe/Berlin"])).toEqual({
      fromMs: at("2026-10-25T01:30:00Z"),
      untilMs: at("2026-10-25T00:30:00Z"),
    });
  });
});

describe("a start and an end that nobody could keep", () => {
  const nowMs = at("2026-12-01T00:00:00Z");
  const changed = ["starts_at", "ends_at"] as const;
  const explain = (startsAt: Moment | null, endsAt: Moment | null) =>
    explainSpan({ startsAt, endsAt }, { nowMs, changed });

  it.each<[string, Moment | null, Moment | null, string | null]>([
    ["an instant that has passed", { at: "2026-11-30T23:59:00Z" }, null, "starts_at"],
    ["a clock time that has passed on every clock", { local: "2026-11-30T11:00" }, null, "starts_at"],
    ["a clock time that is still to come on some clocks", { local: "2026-11-30T13:00" }, null, null],
    ["an end that has passed", null, { at: "2026-12-01T00:00:00Z" }, "ends_at"],
    ["an end at the start", { at: "2026-12-02T00:00:00Z" }, { at: "2026-12-02T00:00:00Z" }, "ends_at"],
    ["a clock that ends before it starts", { local: "2026-12-02T10:00" }, { local: "2026-12-02T09:59" }, "ends_at"],
    ["an instant after the last clock's end", { at: "2026-12-03T12:00:00Z" }, { local: "2026-12-03T00:00" }, "ends_at"],
    ["an instant before the last clock's end", { at: "2026-12-03T11:00:00Z" }, { local: "2026-12-03T00:00" }, null],
    ["a start in three years", { at: "2029-12-03T00:00:00Z" }, null, "starts_at"],
    ["a start and an end tomorrow", { local: "2026-12-02T10:00" }, { local: "2026-12-02T12:00" }, null],
  ])("%s is judged by the field at fault", (_what, startsAt, endsAt, field) => {
    expect(explain(startsAt, endsAt)?.field ?? null).toBe(field);
  });

  it("are told only where they are sent: a start that has come since does not keep a draft from being changed", () => {
    const span = { startsAt: { at: "2026-11-30T00:00:00Z" }, endsAt: { at: "2026-12-05T00:00:00Z" } };
    expect(explainSpan(span, { nowMs, changed: ["ends_at"] })).toBeNull();
  });

  it("are clock times that exist in the calendar, without a zone", () => {
    expect(["2026-12-01T10:00", "2028-02-29T00:00"].filter(isClockTime)).toHaveLength(2);
    expect(
      ["2026-02-29T10:00", "2026-12-01T24:00", "2026-12-01T10:00Z", "2026-12-01 10:00", "2026-12-01"].filter(
        isClockTime,
      ),
    ).toEqual([]);
  });
});
