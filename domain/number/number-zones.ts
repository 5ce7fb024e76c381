import { NUMBER_ZONES } from "./number-zones.data.ts";

/** Prefixes without `+`, each with the IANA zones in which numbers that begin so may be. */
export const ZONES_BY_PREFIX: ReadonlyMap<string, readonly string[]> = new Map(
  NUMBER_ZONES.trim()
    .split("\n")
    .flatMap((line) => {
      const [zones = "", prefixes = ""] = line.split(":");
      const list = zones.split(",");
      return prefixes.split(",").map((prefix) => [prefix, list] as const);
    }),
);

export const LONGEST_PREFIX = Math.max(...[...ZONES_BY_PREFIX.keys()].map(({ length }) => length));

/**
 * Returns the IANA zones in which a number (E.164) may be, by its longest known prefix; empty for a number without a
 * country, such as +800.
 */
export const listNumberZones = (e164: string): readonly string[] => {
  const digits = e164.replace(/^\+/, "");
  for (let length = Math.min(LONGEST_PREFIX, digits.length); length > 0; length -= 1) {
    const zones = ZONES_BY_PREFIX.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
};
