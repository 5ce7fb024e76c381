import { zonesOfKey } from "../contact/contact-zones.ts";
import { type DiallingHours, readAdmissionWindow, readWindow, type WindowReading } from "./dialling-window.ts";

/** The hours that hold for a call or a campaign, and the zone of those of whom none is known. */
export interface HoursReading {
  hours: DiallingHours | null;
  fallbackZone: string;
  /** Whose hours they are; null: none hold. */
  source: "campaign" | "organization" | null;
}

export interface ZoneWindow {
  /** As contacts keep it: zones joined by commas, `''` where none is known. */
  timezone: string;
  window: WindowReading;
}

/** Whether calls may be admitted to the contacts of each zone. */
export const windowsOfZones = (reading: HoursReading, timezones: readonly string[], atMs: number): ZoneWindow[] =>
  timezones.map((timezone) => ({
    timezone,
    window: readAdmissionWindow(reading.hours, zonesOfKey(timezone, reading.fallbackZone), atMs),
  }));

/** The first instant at which a waiting contact is due and its window open, when that is later than now. */
export const waitingUntil = (
  reading: HoursReading,
  zones: readonly { timezone: string; due: Date }[],
  nowMs: number,
): number | null => {
  const instants = zones.flatMap(({ timezone, due }) => {
    const dueMs = Math.max(due.getTime(), nowMs);
    const window = readWindow(reading.hours, zonesOfKey(timezone, reading.fallbackZone), dueMs);
    if (window.open) return [dueMs];
    return window.opensAtMs === null ? [] : [window.opensAtMs];
  });
  const first = Math.min(...instants);
  return Number.isFinite(first) && first > nowMs ? first : null;
};
