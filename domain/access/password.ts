import { HOUR_MS } from "../time/durations.rules.ts";

/** Characters of a new password. A former one is checked however short it is. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** The lifetime of a link to a new password, whoever requested it. */
export const RESET_GOOD_FOR_MS = HOUR_MS;

/** Tells whether a new account may have this password. */
export const isLongEnough = (password: string | undefined): password is string =>
  password !== undefined && password.length >= PASSWORD_LENGTH.least;
