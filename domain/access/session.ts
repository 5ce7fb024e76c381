import { DAY_MS } from "../time/durations.rules.ts";

/** A person is logged in for this long, unless they log out or the session is ended for them. */
export const SESSION_GOOD_FOR_MS = 7 * DAY_MS;

/**
 * Whoever has lost a session, an API key or the membership behind them, by logging out, by an archived key or because a directory has
 * deactivated them, is refused from the next request on; streams that are open end within this time.
 */
export const STREAMS_END_WITHIN_MS = 1000;
/** So often, and a look takes a moment. */
export const CREDENTIALS_READ_EVERY_MS = STREAMS_END_WITHIN_MS / 2;

/** The newest sessions of a person are listed: each log-in opens one, which is valid for a week. */
export const MOST_SESSIONS_LISTED = 500;

/** The lifetime of a mailed link that confirms a sign-up. */
export const SIGN_UP_GOOD_FOR_MS = DAY_MS;
