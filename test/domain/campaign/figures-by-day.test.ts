import { describe, expect, it } from "@jest/globals";
import { listLastDays, sumByDay } from "../../../domain/campaign/figures-by-day.ts";

const joinedAt = (at: string, timezone = "") => ({
  timezone,
  at: new Date(at),
  joined: 1,
  called: 0,
  reached: 0,
  late: 0,
});
const joined = (days: ReturnType<typeof sumByDay>) => Object.fromEntries(days.map((day) => [day.date, day.joined]));

describe("figures by day", () => {
  const BERLIN = { timezone: "Europe/Berlin", clock: "organization" as const };

  it("have the day of 25 hours, on which the clocks are put back, and the one of 23", () => {
    // Summer time ends at 01:00 UTC on the 25th: midnight is at 22:00 UTC before it, and at 23:00 UTC after it.
    const back = [
      joinedAt("2026-10-24T21:45:00Z"),
      joinedAt("2026-10-24T22:00:00Z"),
      joinedAt("2026-10-25T22:45:00Z"),
      joinedAt("2026-10-25T23:00:00Z"),
    ];
    const inOctober = { ...BERLIN, now: new Date("2026-10-26T12:00:00Z"), days: 3 };
    expect(joined(sumByDay(back, inOctober))).toEqual({ "2026-10-24": 1, "2026-10-25": 2, "2026-10-26": 1 });
    const forward = [
      joinedAt("2026-03-28T22:45:00Z"),
      joinedAt("2026-03-28T23:00:00Z"),
      joinedAt("2026-03-29T21:45:00Z"),
      joinedAt("2026-03-29T22:00:00Z"),
    ];
    const inMarch = { ...BERLIN, now: new Date("2026-03-30T12:00:00Z"), days: 3 };
    expect(joined(sumByDay(forward, inMarch))).toEqual({ "2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 1 });
  });

  it("have one day each where the clocks change at midnight", () => {
    // Chile puts its clocks forward at midnight: the 6th of September 2026 begins at 01:00.
    const now = new Date("2026-09-07T15:00:00Z");
    expect(listLastDays({ timezone: "America/Santiago", now, days: 3 })).toEqual([
      "2026-09-05",
      "2026-09-06",
      "2026-09-07",
    ]);
    expect(listLastDays({ timezone: "America/Santiago", now: new Date("2026-09-08T02:30:00Z"), days: 3 })).toEqual([
      "2026-09-05",
      "2026-09-06",
      "2026-09-07",
    ]);
  });

  it("are read on each person's clock where that is asked for", () => {
    const at = "2026-12-01T01:00:00Z";
    const counted = [joinedAt(at, "America/New_York"), joinedAt(at, "Asia/Tokyo,Asia/Seoul"), joinedAt(at)];
    const of = { timezone: "Europe/Berlin", now: new Date("2026-12-01T12:00:00Z"), days: 2 };
    expect(joined(sumByDay(counted, { ...of, clock: "person" }))).toEqual({ "2026-11-30": 1, "2026-12-01": 2 });
    expect(joined(sumByDay(counted, { ...of, clock: "organization" }))).toEqual({ "2026-11-30": 0, "2026-12-01": 3 });
  });

  it("leave out what was before the first day", () => {
    const of = { ...BERLIN, now: new Date("2026-12-01T12:00:00Z"), days: 1 };
    expect(joined(sumByDay([joinedAt("2026-11-30T12:00:00Z")], of))).toEqual({ "2026-12-01": 0 });
  });
});
