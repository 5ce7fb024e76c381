import { MEGABYTE } from "../file/bytes.ts";

/** What may be asked of an installation unless its operator sets another limit. */
export const USUAL_REQUESTS = {
  ofKeyPerSecond: 100,
  ofAddressPerSecond: 200,
};

/** An organization may ask as often as so many of its keys and sessions at their limit together. */
export const KEYS_OF_ORGANIZATION = 3;

/**
 * Work of one kind that each API process does for an organization at a time, and how many more requests for it wait: questions to other
 * servers, turns in text and searches (unless the operator sets another limit), whole lists, pages of lists, reports.
 */
export const SHARES_OF_ORGANIZATION = {
  asking: { atATime: 2, waiting: 20 },
  conversing: { atATime: 30, waiting: 100 },
  listing: { atATime: 2, waiting: 50 },
  paging: { atATime: 4, waiting: 100 },
  reporting: { atATime: 2, waiting: 10 },
};

/** Files of an organization that an API process reads at a time while their senders wait, and of all organizations. */
export const FILES_READ = { ofOrganization: 1, inAll: 50 };

/**
 * Large bodies of an organization, in bytes, for each API process: so much at once, then so much a second, and one that would wait longer
 * is refused. Parsing and checking a megabyte takes the thread of everybody's requests some hundredths of a second.
 */
export const LARGE_BODIES = { burst: MEGABYTE, perSecond: 4 * MEGABYTE, longestWaitMs: 10_000 };
