export const CONSENT_STATUSES = ["granted", "unknown", "withdrawn"] as const;

/** The consent of the person at a number to being called; `unknown` when nothing was recorded. */
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** Reads a stored status; one that is not known counts as nothing recorded. */
export const readConsentStatus = (status: string): ConsentStatus =>
  CONSENT_STATUSES.find((known) => known === status) ?? "unknown";

/** The consent that forbids every call, of any kind. */
export const FORBIDS_CALLS = "withdrawn" satisfies ConsentStatus;

/** The consent with which a number on a national do-not-call list may be called. */
export const OVERRULES_NATIONAL_LISTS = "granted" satisfies ConsentStatus;

/** Tells whether a statement takes the place of the recorded consent: a withdrawal ends by a new grant alone. */
export const replacesConsent = (recorded: ConsentStatus, stated: ConsentStatus): boolean =>
  recorded !== FORBIDS_CALLS || stated !== "unknown";

/**
 * What holds for a call of the sandbox where consents of production and of the sandbox both were recorded: the first of these that
 * either says. Calls of production know those of production alone.
 */
export const STRONGEST_CONSENT_FIRST: readonly ConsentStatus[] = [FORBIDS_CALLS, "granted", "unknown"];

/**
 * Tells whether a number may not be called for want of a consent: what is unknown is enough for a single call, and for a campaign where
 * somebody has attested that its people agreed to be called.
 */
export const lacksConsent = (
  recorded: ConsentStatus,
  { isCampaign, isAttested }: { isCampaign: boolean; isAttested: boolean },
): boolean => recorded === "unknown" && isCampaign && !isAttested;

/** Characters of where a consent was given, and of what was asked or said. */
export const CONSENT_TEXTS = { source: 255, wording: 5_000 } as const;
