const QUICK_LOOKS = 24;
const QUICK_SECONDS = 5;
const SLOW_SECONDS = 900;
/** A day of a carrier that cannot be asked. */
export const MOST_LOOKS = QUICK_LOOKS + 96;

/** How long to wait before looking for a number again whose order got no answer: often at first, while somebody waits. */
export const lookDelaySeconds = (looks: number): number => (looks < QUICK_LOOKS ? QUICK_SECONDS : SLOW_SECONDS);
