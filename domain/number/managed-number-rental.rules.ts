/** The kinds of numbers that can be searched for and rented. */
export const RENTABLE_KINDS = ["local", "mobile", "toll_free"] as const;
export type RentableKind = (typeof RENTABLE_KINDS)[number];
export const USUAL_RENTABLE_KIND = "local";

/** The numbers that a search finds: unless asked otherwise, and at most. */
export const FOUND_NUMBERS = { usual: 20, most: 100 } as const;

/** The digits that a searched number must contain. */
export const CONTAINED_DIGITS = /^\d{1,15}$/;

const QUICK_LOOKS = 24;
const QUICK_SECONDS = 5;
const SLOW_SECONDS = 900;
/** About a day, because a carrier may not answer for long. */
export const MOST_RENTAL_LOOKS = QUICK_LOOKS + 96;

/**
 * Returns the wait before the next look for a number whose order got no answer: short at first, while somebody waits.
 */
export const computeRentalLookDelaySeconds = (looks: number): number =>
  looks < QUICK_LOOKS ? QUICK_SECONDS : SLOW_SECONDS;

/** Carriers may take their time with an order; only after this is "not on the account" final. */
const MAY_STILL_APPEAR_SECONDS = 120;

/** Tells whether a number that is not on the account so long after its order never will be; null: the age is unknown. */
export const isRentalLost = (ageSeconds: number | null): boolean =>
  ageSeconds === null || ageSeconds >= MAY_STILL_APPEAR_SECONDS;
