import { describe, expect, it } from "@jest/globals";
import { findWaitingUntil, type HoursReading } from "../../../domain/campaign/zone-windows.ts";

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
});
