import { describe, expect, it } from "@jest/globals";
import {
  findWaitingUntil,
  type HoursReading,
  readEndOf,
  readZoneWindows,
} from "../../../domain/campaign/zone-windows.ts";

describe("waiting", () => {
  const monday = { day_of_week: 0, start_time: "09:00", end_time: "17:00" };
  const reading: HoursReading = { hours: { slots: [monday], holidays: [] }, fallbackZone: "UTC", source: "campaign" };
  const sunday = Date.parse("2026-03-01T12:00:00Z");
  const opens = Date.parse("2026-03-02T09:00:00Z");

  it("is until the window opens, or a contact is due in it, whichever is later", () => {
    expect(findWaitingUntil(reading, [{ timezone: "", due: new Date(sunday) }], sunday)).toBe(opens);
    const due = new Date(opens + 60_000);
    expect(findWaitingUntil(reading, [{ timezone: "", due }], sunday)).toBe(due.getTime());
  });

  it("is not while a contact of any zone can be dialled, nor when none waits", () => {
    const noon = opens + 3 * 3_600_000;
    const zones = [
      { timezone: "", due: new Date(noon) },
      { timezone: "Asia/Tokyo", due: new Date(noon) },
    ];
    expect(findWaitingUntil(reading, zones, noon)).toBeNull();
    expect(findWaitingUntil(reading, [], noon)).toBeNull();
    expect(findWaitingUntil({ ...reading, hours: null }, [{ timezone: "", due: new Date(noon) }], noon)).toBeNull();
  });

  it("is for those whose window opens, beside others whose window never does", () => {
    // Eight days later it is open in London and not yet in Los Angeles.
    const skipped = { ...reading, hours: { slots: [monday], holidays: ["2026-03-02"] } };
    const zones = ["America/Los_Angeles", "UTC"].map((timezone) => ({ timezone, due: new Date(sunday) }));
    expect(findWaitingUntil(skipped, zones, sunday)).toBe(Date.parse("2026-03-09T09:00:00Z"));
    expect(findWaitingUntil(skipped, zones.slice(0, 1), sunday)).toBeNull();
  });
});

describe("the windows of zones", () => {
  const hours = {
    slots: [{ day_of_week: 0, start_time: "09:00", end_time: "17:00" }],
    holidays: [],
    span: { startsAt: null, endsAt: { local: "2026-03-02T12:00" } },
  };
  const reading: HoursReading = { hours, fallbackZone: "Asia/Tokyo", source: "organization" };

  it("are read on each clock, and where none is known on the campaign's", () => {
    const windows = readZoneWindows(reading, ["UTC", ""], Date.parse("2026-03-02T02:00:00Z"));
    expect(windows).toEqual([
      { timezone: "UTC", window: { open: false, opensAtMs: Date.parse("2026-03-02T09:00:00Z") } },
      { timezone: "", window: { open: true, closesAtMs: Date.parse("2026-03-02T03:00:00Z") } },
    ]);
    // In the last seconds nobody is admitted any more.
    const [late] = readZoneWindows(reading, [""], Date.parse("2026-03-02T02:59:55Z"));
    expect(late?.window.open).toBe(false);
  });

  it("end with the campaign, on each clock, or never", () => {
    expect(readEndOf(reading, "UTC")).toBe(Date.parse("2026-03-02T12:00:00Z"));
    expect(readEndOf(reading, "")).toBe(Date.parse("2026-03-02T03:00:00Z"));
    expect(readEndOf({ ...reading, hours: null }, "UTC")).toBe(Number.POSITIVE_INFINITY);
    expect(readEndOf({ ...reading, hours: { slots: [], holidays: [] } }, "UTC")).toBe(Number.POSITIVE_INFINITY);
  });
});
