import { readZonesKey } from "../contact/contact-zones.ts";
import { readSpan } from "./campaign-span.ts";
import { type DiallingHours, readAdmissionWindow, readWindow, type WindowReading } from "./dialling-window.ts";

/** The hours that apply to a call or a campaign, and the zone for contacts whose own is unknown. */
export interface HoursReading {
  hours: DiallingHours | null;
  /** One zone, or several joined by commas. */
  fallbackZone: string;
  /** Whose hours they are; null: no hours apply. */
  source: "campaign" | "organization" | null;
}

export interface ZoneWindow {
  /** The key that contacts store: zones joined by commas, `''` where none is known. */
  timezone: string;
  window: WindowReading;
}

/** Reads for each zone whether calls may be admitted to its contacts. */
export const readZoneWindows = (reading: HoursReading, timezones: readonly string[], atMs: number): ZoneWindow[] =>
  timezones.map((timezone) => ({ timezone, window: readZoneWindow(reading, timezone, atMs) }));

/** Reads whether calls may be admitted to the contacts of a zone. */
export const readZoneWindow = ({ hours, fallbackZone }: HoursReading, timezone: string, atMs: number): WindowReading =>
  readAdmissionWindow(hours, readZonesKey(timezone, fallbackZone), atMs);

/** Returns when the campaign ends for the contacts of a zone; infinite: it has no end of its own. */
export const readEndOf = ({ hours, fallbackZone }: HoursReading, timezone: string): number =>
  hours?.span ? readSpan(hours.span, readZonesKey(timezone, fallbackZone)).untilMs : Number.POSITIVE_INFINITY;

/** Returns the first instant at which a waiting contact is due and its window open; null when that is already so. */
export const findWaitingUntil = (
  reading: HoursReading,
  zones: readonly { timezone: string; due: Date }[],
  nowMs: number,
): number | null => {
  const instants = zones.flatMap(({ timezone, due }) => {
    const dueMs = Math.max(due.getTime(), nowMs);
    const window = readWindow(reading.hours, readZonesKey(timezone, reading.fallbackZone), dueMs);
    if (window.open) return [dueMs];
    return window.opensAtMs === null ? [] : [window.opensAtMs];
  });
  const first = Math.min(...instants);
  return Number.isFinite(first) && first > nowMs ? first : null;
};
