import { HOUR_SECONDS } from "./durations.rules.ts";

/** However long another server asks to be left alone, it is asked again after this long: one wrong answer puts nothing off for good. */
export const LONGEST_RETRY_AFTER_SECONDS = HOUR_SECONDS;

/** Returns the delay of `Retry-After` in seconds, within that bound; seconds and HTTP dates are both allowed. Null: it says none. */
export const readRetryAfter = (header: string | null | undefined, now: Date): number | null => {
  if (header === null || header === undefined || header.trim() === "") return null;
  const seconds = Number(header);
  const saidSeconds = Number.isFinite(seconds) ? seconds : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isNaN(saidSeconds) ? null : Math.min(Math.max(saidSeconds, 0), LONGEST_RETRY_AFTER_SECONDS);
};
