import { HOUR_MS } from "../time/durations.rules.ts";

/** The end of a request that the carrier turned away for its pace, or that missed its turn by the account's own. */
export const THROTTLED = "throttled";
/** The end of a request whose carrier refused the account: the contact goes back, and its campaign waits for a repair. */
export const ACCOUNT_UNUSABLE = "account_unusable";

/** Ends of requests that reached nobody: they count against no limit of attempts and no quota, and the contact goes back. */
export const NO_ATTEMPT_REASONS: readonly string[] = [THROTTLED, ACCOUNT_UNUSABLE];

/** Tells whether a request to a carrier counts as an attempt on the number, by how it ended; null: it has not. */
export const isAttempt = (endReason: string | null): boolean =>
  endReason === null || !NO_ATTEMPT_REASONS.includes(endReason);

/** An attempt counts against the organization's limit of attempts on its number for this long. */
export const ATTEMPTS_WINDOW_HOURS = 24;
export const ATTEMPTS_WINDOW_MS = ATTEMPTS_WINDOW_HOURS * HOUR_MS;

/** Attempts on one number within that time, over all campaigns and other calls, that an organization may allow; unless set, there is no limit. */
export const MOST_ATTEMPTS_PER_DAY = 1_000;
