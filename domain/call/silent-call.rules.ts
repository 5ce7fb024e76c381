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

const WARN_EVERY_TRIES = 20;

/** Tells whether a carrier that has left so many questions in a row unanswered is worth a warning: the first time, then seldom. */
export const isWorthWarning = (unansweredTries: number): boolean =>
  unansweredTries === 1 || unansweredTries % WARN_EVERY_TRIES === 0;

/** A carrier that does not say how a call ended is asked for this long after the call's time limit; then the outcome is unknown. */
export const GIVE_UP_AFTER_LIMIT_SECONDS = 600;
