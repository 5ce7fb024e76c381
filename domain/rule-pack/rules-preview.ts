/** An answer is waited for: of more contacts that campaigns have yet to call the first are looked at. */
export const MOST_CONTACTS_LOOKED_AT = 20_000;

/** How many days of calls a preview of rules replays, unless it is told otherwise; 0: none. */
export const USUAL_REPLAYED_DAYS = 30;
/** A quarter of a year. */
export const MOST_REPLAYED_DAYS = 92;

/** An answer is waited for: of more calls those of some numbers are replayed. */
export const MOST_CALLS_REPLAYED = 10_000;

/** Calls that would take longer are left out, the newest of them. */
export const LONGEST_REPLAY_MS = 8_000;

/** So many calls are counted at most, to know how large the sample has to be. */
export const MOST_CALLS_COUNTED = 1_000_000;

/**
 * Returns of how many numbers one is looked at, so that about as many calls are replayed as is allowed; 1: of all. Numbers are left out and
 * not calls, because rules count the calls to a number.
 */
export const chooseSample = (calls: number, most: number = MOST_CALLS_REPLAYED): number =>
  Math.max(1, Math.ceil(calls / most));
