import type { KeptCounts } from "./progress-figures.rules.ts";

/** The contact waits for its call, or for another one. */
export const WAITING_CONTACT_STATES = ["pending", "waiting_retry"] as const;
/** The campaign is not done with the contact: it waits for a call, or has one. */
export const UNFINISHED_CONTACT_STATES = ["pending", "in_flight", "waiting_retry"] as const;
/** The states of a contact's row. */
export const KEPT_CONTACT_STATES = [...UNFINISHED_CONTACT_STATES, "finished", "suppressed"] as const;

/**
 * Where a campaign has a contact, as people are shown it: a finished one was answered or not. Each contact is in one of these, so that
 * their counts add up to the campaign's total.
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
