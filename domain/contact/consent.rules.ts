export const CONSENT_STATUSES = ["granted", "unknown", "withdrawn"] as const;

/** The consent of the person at a number to being called; `unknown` when nothing was recorded. */
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];
