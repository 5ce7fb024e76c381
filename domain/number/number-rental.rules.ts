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
