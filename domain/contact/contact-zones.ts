import { listNumberZones } from "../number/number-zones.ts";

/**
 * Returns the zones that a contact may be in: the one in its row, else those of its number. Empty when none is known;
 * the caller then uses its own.
 */
export const listContactZones = (contact: { timezone: string | null; phoneNumber: string }): readonly string[] =>
  contact.timezone ? [contact.timezone] : listNumberZones(contact.phoneNumber);

/** Reads the zones that a contact's row stores, joined by commas; `''` stands for the fallback zone. */
export const readZonesKey = (key: string, fallback: string): readonly string[] =>
  key === "" ? [fallback] : key.split(",");
