/*
 * What is told of a person at once, by their number. A number that stands in more campaigns or lists than these is no person's, but such
 * as a switchboard's.
 */

/** Of the campaigns that call a person so many are judged: whether they call now, and why not. */
export const MOST_CAMPAIGNS_JUDGED = 10;

/** So many of the contacts that have the number are shown. */
export const MOST_CONTACTS_SHOWN = 50;
