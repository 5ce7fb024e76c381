import { DAY_MS, DAY_SECONDS } from "../time/durations.rules.ts";

/** What follows a call is written by its workflow within this time after its end. */
export const FOLLOWED_UP_WITHIN_MS = DAY_MS;

/** Afterwards a carrier has every recording that it will ever have. */
export const CARRIER_RECORDS_WITHIN_SECONDS = 7200;

/**
 * Returns the wait before asking for a recording again; null: do not ask again. Carriers have a recording ready within
 * seconds, seldom after an hour.
 */
export const computeRecordingDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 300) return 20;
  if (secondsSinceEnd < 1800) return 120;
  return secondsSinceEnd < CARRIER_RECORDS_WITHIN_SECONDS ? 600 : null;
};

/**
 * Returns the wait before a recording is copied again that could not be, because our store or its bytes were at fault; null: do not try
 * again.
 */
export const computeFailedCopyDelaySeconds = (secondsSinceEnd: number): number | null =>
  secondsSinceEnd < DAY_SECONDS ? (computeRecordingDelaySeconds(secondsSinceEnd) ?? 3600) : null;

/**
 * Returns the wait before asking for a price again; null: do not ask again. Carriers price a call some seconds or some
 * hours after its end.
 */
export const computePriceDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 600) return 60;
  if (secondsSinceEnd < 3600) return 600;
  return secondsSinceEnd < DAY_SECONDS ? 3600 : null;
};

/** A call whose end had no price is asked about after this time: no carrier that prices calls later does so sooner. */
export const FIRST_PRICE_ASKED_AFTER_SECONDS = 60;

const FIRST_BACKOFF_SECONDS = 60;
const LONGEST_BACKOFF_SECONDS = 3600;

/** Returns how long an account's carrier is left alone after it could not be asked this many times in a row. */
export const computeCarrierBackoffSeconds = (failures: number): number =>
  Math.min(FIRST_BACKOFF_SECONDS * 2 ** Math.max(failures - 1, 0), LONGEST_BACKOFF_SECONDS);

/** A list that has not shown a call's price this many times may not show the call at all: it is then looked at by itself. */
const LISTED_IN_VAIN_TIMES = 3;

/** Tells whether a call is to be looked at by itself, because its carrier's list of prices does not show it. */
export const isListedInVain = ({ asked }: { asked: number }): boolean => asked >= LISTED_IN_VAIN_TIMES;

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
