/** A call that is requested now is not wanted hours later, when a worker is back after an outage. */
export const DIAL_WITHIN_MINUTES = 5;
