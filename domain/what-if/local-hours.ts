import { readZonesKey } from "../contact/contact-zones.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.rules.ts";
import { listClockPeriods } from "../time/wall-clock.ts";

/** Reads the hour of the day of a contact's first zone, 0 to 23; the offset of a zone and day is read once. */
export const createHourReader = (
  zones: readonly string[],
  fallbackZone: string,
): ((zone: number, atMs: number) => number) => {
  const firstZones = zones.map((key) => readZonesKey(key, fallbackZone)[0] ?? "UTC");
  const offsets = zones.map(() => new Map<number, number>());
  return (zone, atMs) => {
    const kept = offsets[zone];
    if (!kept) return 0;
    const hourIndex = Math.floor(atMs / HOUR_MS);
    let offsetMs = kept.get(hourIndex);
    if (offsetMs === undefined) {
      offsetMs = listClockPeriods(firstZones[zone] ?? "UTC", atMs, atMs + 1)[0]?.offsetMs ?? 0;
      kept.set(hourIndex, offsetMs);
    }
    return Math.floor(((((atMs + offsetMs) % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS);
  };
};
