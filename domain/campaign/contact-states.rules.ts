import type { KeptCounts } from "./figures.rules.ts";

/**
 * Where a campaign has a contact: a finished one was answered or not. Each contact is in one of these, so that their
 * counts add up to the campaign's total.
 */
export const CONTACT_STATES = ["pending", "in_flight", "waiting_retry", "answered", "unreached", "suppressed"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Returns how many of a campaign's contacts are in each state. */
export const countByState = (counts: KeptCounts): Record<ContactState, number> => {
  const { total, suppressed, finished, unreached, in_flight, waiting_retry } = counts;
  return {
    pending: total - suppressed - finished - in_flight - waiting_retry,
    in_flight,
    waiting_retry,
    // A contact who answered and is called again is not finished yet.
    answered: finished - unreached,
    unreached,
    suppressed,
  };
};
