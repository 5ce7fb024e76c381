import { DAY_SECONDS } from "../time/durations.rules.ts";
import { computeSecondsUntilAfter } from "../time/look-again.rules.ts";

/** `call`: we call and read a code; `carrier`: the account's carrier verifies the number for itself. */
export const VERIFICATION_METHODS = ["call", "carrier"] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
export const USUAL_VERIFICATION_METHOD: VerificationMethod = "call";

/** Digits of the code that a verification call reads. */
export const VERIFICATION_CODE_DIGITS = 6;
/** A code is valid for so long. */
export const VERIFICATION_MINUTES = 10;
/** So many wrong codes end a verification. */
export const VERIFICATION_TRIES = 5;
/** Each verification is a call to somebody, so a number is called no more often within so long. */
export const VERIFICATIONS_OF_NUMBER = { most: 5, withinSeconds: DAY_SECONDS } as const;
/** A further verification is worth trying after this time. */
export const VERIFICATION_RETRY_SECONDS = 3_600;

/** The longest that the call which reads a code may last. */
export const VERIFICATION_CALL_SECONDS = 90;

/** Outcomes of calls in which a person or a machine may have heard the code. */
const HEARD = ["answered", "voicemail", "opted_out", "unknown"];

/** Tells whether somebody may still type in the code after a call that ended so. */
export const mayHaveHeardCode = (outcome: string): boolean => HEARD.includes(outcome);

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
