/** The kinds of numbers that can be searched for and rented. */
export const RENTABLE_KINDS = ["local", "mobile", "toll_free"] as const;
export type RentableKind = (typeof RENTABLE_KINDS)[number];
export const USUAL_RENTABLE_KIND = "local";

/** The numbers that a search finds: unless asked otherwise, and at most. */
export const FOUND_NUMBERS = { usual: 20, most: 100 } as const;

/** The digits that a searched number must contain. */
export const CONTAINED_DIGITS = /^\d{1,15}$/;
