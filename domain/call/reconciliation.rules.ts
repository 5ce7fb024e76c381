/*
 * A request whose answer was lost is never repeated: the call is looked up at its carrier, until it is found or surely was not made.
 */

/** A request whose answer was lost is looked up for this long; then the outcome is unknown. */
export const RECONCILE_FOR_SECONDS = 900;

/** A request may still arrive at its carrier this long after it was made; only then is "no such call" final. */
export const MAY_STILL_ARRIVE_SECONDS = 20;
const FIRST_LOOKS_EVERY_SECONDS = 7;
const LATER_LOOKS_EVERY_SECONDS = 15;

/**
 * Returns how long to wait before a call whose answer was lost is looked up once more. It holds a place of its campaign meanwhile: a
 * killed worker may leave as many of them as there are places, and nothing else is dialled until it is known that they never arrived.
 */
export const computeLookDelaySeconds = (waitedSeconds: number): number =>
  waitedSeconds <= MAY_STILL_ARRIVE_SECONDS ? FIRST_LOOKS_EVERY_SECONDS : LATER_LOOKS_EVERY_SECONDS;

/**
 * "Absent" is said of a request by its age, and a database whose clock jumps forward makes it older than it is. So that much time has
 * to pass by the workflow's own timers as well, whatever the clocks say.
 */
export const isAbsenceFinal = (waitedSeconds: number): boolean => waitedSeconds > MAY_STILL_ARRIVE_SECONDS;
