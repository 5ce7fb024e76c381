export const CONSENT_STATUSES = ["granted", "unknown", "withdrawn"] as const;

/** What the person at a number has said about being called; a number that nobody has spoken of is `unknown`. */
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];
