import { DateTime } from "luxon";

/** Returns what a zone's clock shows at an instant, to the minute: `2026-12-01T10:00`. */
export const showClock = (zone: string, atMs: number): string =>
  DateTime.fromMillis(atMs, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
