import { computeSecondsUntilAfter } from "../time/look-again.rules.ts";

const LOOK_AT_CALL_SECONDS = 10;

/**
 * Returns the wait before the row is read again: just after its end, by the database's clock; shorter while a call is
 * in progress.
 */
export const computeVerificationWaitSeconds = ({
  secondsLeft,
  isCalling,
}: {
  secondsLeft: number;
  isCalling: boolean;
}): number => {
  const untilEnd = computeSecondsUntilAfter(secondsLeft);
  return isCalling ? Math.min(untilEnd, LOOK_AT_CALL_SECONDS) : untilEnd;
};
