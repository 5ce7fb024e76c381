import { MINUTE_MS } from "../time/durations.rules.ts";

/** How long somebody has, from the right password on, to give the second factor; and to make a passkey. */
export const CHALLENGE_GOOD_FOR_MS = 10 * MINUTE_MS;

/**
 * A person may lose one telephone or key, and has others. More than this is a mistake, and each is looked at when somebody
 * logs in.
 */
export const MOST_PASSKEYS = 20;

/** Codes for somebody who has lost their telephone: each logs them in once. */
export const RECOVERY_CODES = 10;

/**
 * Which codes of an app are taken, by their distance from now's in steps of 30 seconds: a telephone's clock may be one behind or ahead, and
 * a person takes time to type.
 */
export const CODE_STEPS_TAKEN = [0, -1, 1] as const;

/** How long members may take until they need a second factor, from when it is asked of them. */
export const GRACE_DAYS = { usual: 7, most: 90 };

/** Tells whether a session is open for nothing but setting up a second factor. `from`: null where none is asked for. */
export const isSecondFactorDue = (from: Date | null, now: Date): boolean =>
  from !== null && from.getTime() <= now.getTime();
