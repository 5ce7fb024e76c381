const MARGIN_SECONDS = 1;

/** Returns the wait before a row is read again that changes by itself at its end: just after it, by the database's clock. */
export const computeSecondsUntilAfter = (secondsLeft: number): number =>
  Math.ceil(Math.max(secondsLeft, 0)) + MARGIN_SECONDS;
