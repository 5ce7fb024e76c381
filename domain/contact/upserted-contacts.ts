/** A request may send so many contacts; a file has no such limit. */
export const MOST_SENT_CONTACTS = 1_000;

/** So many of them may state a consent: each locks its number against calls that are being handed over. */
export const MOST_SENT_CONSENTS = 500;

/** What became of a contact that a program sent. `repeated`: a later one of the same number counts instead. */
export const SENT_CONTACT_RESULTS = ["added", "changed", "repeated", "refused"] as const;
export type SentContactResult = (typeof SENT_CONTACT_RESULTS)[number];
