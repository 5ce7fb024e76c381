import { listNumberZones } from "../number/number-zones.ts";
import { isTimeZone, listPossibleZones } from "../time/time-zone.ts";

/**
 * Returns the zones that a contact may be in: the one in its row, else those of its number. A zone that is not accepted counts as
 * not given. Empty when none is known; the caller then uses its own.
 */
export const listContactZones = (contact: { timezone: string | null; phoneNumber: string }): readonly string[] =>
  contact.timezone && isTimeZone(contact.timezone) ? [contact.timezone] : listNumberZones(contact.phoneNumber);

/** Tells whether the zones that a campaign keeps of a contact, joined by commas, can be used; a row may be older than the rule. */
export const isZonesKey = (key: string): boolean => key === "" || key.split(",").every(isTimeZone);

/**
 * Reads the zones that a contact's row stores, joined by commas; `''` and zones that are not accepted stand for the fallback, which
 * is such a key too.
 */
export const readZonesKey = (key: string, fallback: string): readonly string[] =>
  (key === "" || !isZonesKey(key) ? fallback : key).split(",");

/** Counts where nobody has named a zone. */
export const UNKNOWN_ZONE = "UTC";

/**
 * Returns the zones (as a key) for contacts whose own are unknown, from the names that the campaign and the organization have
 * given, the nearest first. Where each of them is refused today, every zone that the nearest one may mean is taken, so that
 * nobody is called at night.
 */
export const chooseFallbackZone = (given: readonly (string | null | undefined)[]): string => {
  const names = given.filter((name) => name != null);
  const accepted = names.find(isTimeZone);
  if (accepted !== undefined) return accepted;
  return (
    names
      .map((name) => listPossibleZones(name))
      .find((zones) => zones.length > 0)
      ?.join(",") ?? UNKNOWN_ZONE
  );
};
