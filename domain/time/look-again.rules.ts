const MARGIN_SECONDS = 1;

/** Returns the wait before reading a row again whose end comes by time alone: just after that end, by the database's clock. */
export const computeSecondsUntilAfter = (secondsLeft: number): number =>
  Math.ceil(Math.max(secondsLeft, 0)) + MARGIN_SECONDS;
