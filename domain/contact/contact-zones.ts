import { zonesOfNumber } from "../number/number-zones.ts";

/**
 * The zones that a contact may be in: the one they name, else those of their number. Empty where nobody knows; whoever
 * asks has a zone for these.
 */
export const zonesOfContact = (contact: { timezone: string | null; phoneNumber: string }): readonly string[] =>
  contact.timezone ? [contact.timezone] : zonesOfNumber(contact.phoneNumber);

/** Zones as a contact's row keeps them, joined by commas; `''` for those of whom none is known. */
export const zonesOfKey = (key: string, fallback: string): readonly string[] =>
  key === "" ? [fallback] : key.split(",");
