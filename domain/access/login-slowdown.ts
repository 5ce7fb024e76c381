import { DAY_MS, HOUR_SECONDS } from "../time/durations.rules.ts";

/** How failures of one subject are slowed: after `free` of them the wait doubles with each, up to `longestSeconds`. */
export interface Slowdown {
  free: number;
  longestSeconds: number;
}

/**
 * Attempts on one account from one place are counted separately, so that a stranger elsewhere does not lock the account's
 * owner out. A place is a network address, or a browser that has logged in before.
 */
export const PER_ACCOUNT_AND_ORIGIN: Slowdown = { free: 5, longestSeconds: 60 };

/** For places that the account does not know. Higher, because many people may share an address. */
export const PER_ADDRESS: Slowdown = { free: 30, longestSeconds: 900 };

/** How attempts take turns: after `free` of them one is made in each interval, and the others wait for their turn. */
export interface PacedAttempts {
  free: number;
  intervalMs: number;
  /** An attempt whose turn comes later is refused. */
  longestWaitMs: number;
}

/**
 * Attempts on one account from all places that it does not know, against guessing from many addresses: they are slowed to
 * one a second, so that the owner at a new place waits and still gets in.
 */
export const PER_ACCOUNT: PacedAttempts = { free: 100, intervalMs: 1_000, longestWaitMs: 20_000 };

/** The mails that an address gets without delay; later ones are slowed. */
export const MAILS_PER_ADDRESS: Slowdown = { free: 3, longestSeconds: 900 };

/** A place is known for this long after the last log-in there. */
export const ORIGIN_KNOWN_FOR_MS = 180 * DAY_MS;

/** Requests of one address for links to new passwords. */
export const RESETS_PER_ADDRESS: Slowdown = { free: 20, longestSeconds: 900 };

/** A subject without a failure for this long starts from zero. */
export const FAILURES_FORGOTTEN_AFTER_SECONDS = HOUR_SECONDS;

/** Wrong passwords of somebody who is logged in, or who accepts an invitation. */
export const WRONG_PASSWORDS: Slowdown = { free: 5, longestSeconds: 60 };

/** Wrong codes of somebody who knows the password: of a million there are, three are right at a time. */
export const WRONG_CODES: Slowdown = { free: 5, longestSeconds: 900 };
