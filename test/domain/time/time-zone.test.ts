import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  chooseFallbackZone,
  isZonesKey,
  listContactZones,
  readZonesKey,
} from "../../../domain/contact/contact-zones.ts";
import { ZONES_BY_FORMER_NAME } from "../../../domain/time/former-zone-names.ts";
import { describeWrongZone, isTimeZone, listPossibleZones, TIME_ZONE_PATTERN } from "../../../domain/time/time-zone.ts";

const isComputable = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

describe("a time zone", () => {
  it.each([
    "Europe/Paris",
    "America/Argentina/Buenos_Aires",
    "US/Eastern",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Etc/UTC",
    "UTC",
    "GMT",
    "utc",
    "europe/berlin",
  ])("may be %s", (zone) => expect(isTimeZone(zone)).toBe(true));

  it.each([
    "BST",
    "NST",
    "ART",
    "ECT",
    "AST",
    "SST",
    "IST",
    "CST",
    "EST",
    "MST",
    "HST",
    "EST5EDT",
    "CET",
    "Japan",
    "GB",
    "Zulu",
    "Etc/GMT+5",
    "etc/gmt-12",
    "SystemV/PST8PDT",
    "Mars/Olympus",
    "Europe/",
    "/Berlin",
    "+02:00",
    "UTC+2",
    "",
    " UTC",
  ])("may not be %j", (zone) => expect(isTimeZone(zone)).toBe(false));

  it("may be every name with a slash that the platform lists, but fixed hours", () => {
    const listed = Intl.supportedValuesOf("timeZone").filter(
      (zone) => zone.includes("/") && !/^Etc\/GMT[+-][1-9]/.test(zone),
    );
    expect(listed.length).toBeGreaterThan(350);
    expect(listed.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  it("has no other name of up to four letters than UTC and GMT, and the table knows what to write for each that ICU takes", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const names = letters.flatMap((a) => letters.flatMap((b) => [a + b, ...letters.map((c) => a + b + c)]));
    expect(names.filter(isTimeZone)).toEqual(["GMT", "UTC"]);
    const taken = names.filter(isComputable).filter((name) => !isTimeZone(name));
    expect(taken.length).toBeGreaterThan(30);
    expect(taken.filter((name) => !ZONES_BY_FORMER_NAME.has(name))).toEqual([]);
  });

  it("is refused with places that are accepted", () => {
    expect(ZONES_BY_FORMER_NAME.size).toBeGreaterThan(100);
    const places = [...ZONES_BY_FORMER_NAME.values()].flat();
    expect(places.filter((zone) => !isTimeZone(zone))).toEqual([]);
    const names = [...ZONES_BY_FORMER_NAME.keys()];
    expect(names.filter(isTimeZone)).toEqual([]);
  });

  it.each([
    ["BST", "BST: write Europe/London or Asia/Dhaka"],
    ["ist", "ist: write Asia/Kolkata, Europe/Dublin or Asia/Jerusalem"],
    ["Japan", "Japan: write Asia/Tokyo"],
    ["UTC+2", "UTC+2 has no summer time: write the zone of a place, such as America/New_York or Europe/Berlin"],
    [
      "Etc/GMT+5",
      "Etc/GMT+5 is 5 hours behind UTC, whatever its sign suggests, and has no summer time: write the zone of a place, such as America/New_York or Europe/Berlin",
    ],
    [
      "Paris",
      "Paris is not in the IANA time zone database: write the zone of a place, such as America/New_York or Europe/Berlin",
    ],
  ])("%s is refused as: %s", (zone, sentence) => {
    expect(describeWrongZone(zone)).toBe(sentence);
  });

  it("is shown in its refusal up to forty characters", () => {
    const shown = (length: number) => describeWrongZone("x".repeat(length)).split(" is not in")[0];
    expect(shown(40)).toBe("x".repeat(40));
    expect(shown(41)).toBe(`${"x".repeat(40)}…`);
  });

  it("is accepted only where its form is, so that the database tells the same", () => {
    const form = new RegExp(TIME_ZONE_PATTERN, "i");
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(...ZONES_BY_FORMER_NAME.keys(), ...Intl.supportedValuesOf("timeZone"))),
        (text) => {
          if (isTimeZone(text)) expect(form.test(text)).toBe(true);
        },
      ),
    );
  });
});

describe("a stored zone that is refused today", () => {
  const phoneNumber = "+447700900123";

  it("counts as not given: the number's zones hold", () => {
    expect(listContactZones({ timezone: "BST", phoneNumber })).toEqual(
      listContactZones({ timezone: null, phoneNumber }),
    );
    expect(listContactZones({ timezone: "BST", phoneNumber })).toContain("Europe/London");
    expect(isZonesKey("BST")).toBe(false);
    expect(readZonesKey("BST", "Europe/Paris")).toEqual(["Europe/Paris"]);
  });

  it("a refused zone of a campaign leaves the organization's, and where there is no other every zone that it may mean", () => {
    expect(chooseFallbackZone(["BST", "Europe/Berlin"])).toBe("Europe/Berlin");
    expect(readZonesKey("", chooseFallbackZone(["BST", null]))).toEqual(["Europe/London", "Asia/Dhaka"]);
    expect(chooseFallbackZone([undefined, null])).toBe("UTC");
    expect(listPossibleZones("Europe/Berlin")).toEqual(["Europe/Berlin"]);
    expect(listPossibleZones("Etc/GMT+5")).toEqual(["Etc/GMT+5", "Etc/GMT-5"]);
  });

  it("is a zone that can be computed with, whatever it may mean", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES_BY_FORMER_NAME.keys(), "Etc/GMT-7"), (name) => {
        const zones = readZonesKey("", chooseFallbackZone([name]));
        expect(zones.filter((zone) => !isComputable(zone))).toEqual([]);
      }),
    );
  });
});
