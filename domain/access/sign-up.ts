import { DAY_MS } from "../time/durations.rules.ts";

/**
 * Whether anybody may sign up for an organization of their own, unless it is set (`SIGNUP_ENABLED`): a person who starts the platform on
 * their own machine, with its embedded database, has no account yet.
 */
export const SIGN_UP_ENABLED = { usual: false, embedded: true } as const;

/** The lifetime of a mailed link that confirms a sign-up. */
export const SIGN_UP_GOOD_FOR_MS = DAY_MS;

/** Sign-ups from one address, unless the operator of an installation sets another limit. */
export const SIGN_UPS_PER_HOUR = 10;
