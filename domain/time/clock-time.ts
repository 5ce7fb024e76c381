import { DateTime } from "luxon";

const CLOCK_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;

/** Tells whether a text is a date of the calendar with a time of day, `2026-12-01T10:00`. */
export const isClockTime = (text: string): boolean =>
  CLOCK_TIME.test(text) && new Date(`${text}Z`).toISOString().startsWith(text);

/** Returns what a zone's clock shows at an instant, to the minute: `2026-12-01T10:00`. */
export const showClock = (zone: string, atMs: number): string =>
  DateTime.fromMillis(atMs, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
