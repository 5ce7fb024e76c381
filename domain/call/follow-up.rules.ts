import { DAY_SECONDS } from "../time/durations.rules.ts";

/**
 * Returns the wait before asking for a recording again; null: do not ask again. Carriers have a recording ready within
 * seconds, seldom after an hour.
 */
export const computeRecordingDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 300) return 20;
  if (secondsSinceEnd < 1800) return 120;
  return secondsSinceEnd < 7200 ? 600 : null;
};

/**
 * Returns the wait before asking for a price again; null: do not ask again. Carriers price a call some seconds or some
 * hours after its end.
 */
export const computePriceDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 600) return 60;
  if (secondsSinceEnd < 3600) return 600;
  return secondsSinceEnd < DAY_SECONDS ? 3600 : null;
};

/**
 * Each request adds about ten events to the history, so a carrier that says "not yet" this often is not asked again.
 */
const ASKED_AT_MOST = 60;
const LONGEST_WAIT_SECONDS = 3600;

/**
 * Returns the wait before the next request, from the delay that the answer suggests and the number of requests so far;
 * null: do not ask again.
 */
export const computeNextAskSeconds = (suggestedSeconds: number, asked: number): number | null =>
  asked >= ASKED_AT_MOST ? null : Math.ceil(Math.min(Math.max(suggestedSeconds, 1), LONGEST_WAIT_SECONDS));
