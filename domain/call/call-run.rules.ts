import { isBlocked } from "./call-outcome.rules.ts";
/** Returns the final state of a run's row for the outcome of its call. */
export const decideFinalState = (outcome: string): "completed" | "failed" | "canceled" | "blocked" => {
  if (isBlocked(outcome)) return "blocked";
  if (outcome === "canceled") return "canceled";
  return outcome === "failed" || outcome === "unknown" || outcome === "invalid_number" ? "failed" : "completed";
};

const FIRST_CHECK_SECONDS = 25;
const NEXT_CHECK_SECONDS = 30;
const MARGIN_SECONDS = 10;
/** The last callback of a call comes this soon after its conversation has ended, or is lost. */
export const ASKED_AFTER_TALK_SECONDS = 15;
/** A conversation in which nothing was said for this long has probably ended: agents ask who is silent far sooner. */
export const QUIET_AFTER_SECONDS = 90;
/** A call that goes on for so long after its conversation was transferred, and waits for callbacks as before. */
export const ASKED_OFTEN_FOR_SECONDS = 300;

/** Returns how long to wait for a callback before asking the carrier; carriers that send none are asked more often. */
export const computeCheckDelaySeconds = (check: {
  count: number;
  callbacksArrive: boolean;
  secondsLeft: number;
  /** It was hung up: its end is due now, and the callback about it may be lost. */
  isHungUp: boolean;
  /** Null: the conversation goes on, as far as anybody knows. */
  secondsSinceTalk: number | null;
}): number => {
  if (check.count === 0) return FIRST_CHECK_SECONDS;
  if (check.isHungUp) return NEXT_CHECK_SECONDS;
  if (check.secondsSinceTalk !== null && check.secondsSinceTalk < ASKED_OFTEN_FOR_SECONDS) return NEXT_CHECK_SECONDS;
  return check.callbacksArrive ? Math.max(check.secondsLeft + MARGIN_SECONDS, NEXT_CHECK_SECONDS) : NEXT_CHECK_SECONDS;
};

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

const WARN_EVERY_TRIES = 20;

/** Tells whether a carrier that has left so many questions in a row unanswered is worth a warning: the first time, then seldom. */
export const isWorthWarning = (unansweredTries: number): boolean =>
  unansweredTries === 1 || unansweredTries % WARN_EVERY_TRIES === 0;

const LONGEST_WAIT_FOR_A_PLACE_SECONDS = 5;

/**
 * Returns the wait before the next try: until the slot of the account's pace, or, for a free place, longer with every
 * try.
 */
export const computeDialWaitSeconds = (
  wait: { waitSeconds: number; capacity: boolean },
  waitsBefore: number,
): number =>
  wait.capacity
    ? Math.max(wait.waitSeconds, Math.min(waitsBefore + 1, LONGEST_WAIT_FOR_A_PLACE_SECONDS))
    : wait.waitSeconds;

/** A request whose answer was lost is looked up for this long; then the outcome is unknown. */
export const RECONCILE_FOR_SECONDS = 900;

/** A carrier that does not say how a call ended is asked for this long after the call's time limit; then the outcome is unknown. */
export const GIVE_UP_AFTER_LIMIT_SECONDS = 600;

/**
 * A call outside campaigns that has been queued for this long without a workflow is canceled: the process that asked for it is gone. It
 * is longer than any request waits for the workflow that it starts.
 */
export const ABANDONED_AFTER_SECONDS = 60;
