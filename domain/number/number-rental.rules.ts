const QUICK_LOOKS = 24;
const QUICK_SECONDS = 5;
const SLOW_SECONDS = 900;
/** About a day, for a carrier that does not answer. */
export const MOST_LOOKS = QUICK_LOOKS + 96;

/**
 * Returns the wait before the next look for a number whose order got no answer: short at first, while somebody waits.
 */
export const computeLookDelaySeconds = (looks: number): number => (looks < QUICK_LOOKS ? QUICK_SECONDS : SLOW_SECONDS);
