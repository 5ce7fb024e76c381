import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { getCountries, getExampleNumber, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { listContactZones, readZonesKey } from "../../../domain/contact/contact-zones.ts";
import { listNumberZones } from "../../../domain/number/number-zones.ts";
import { isTimeZone } from "../../../domain/time/time-zone.ts";
import { buildNumberZonesSource, gatherZones, readLibraryZones } from "../../../scripts/number-zones.ts";

const library = readLibraryZones();
const prefixes = [...library.keys()];

/** Returns valid numbers that begin so. */
const withPrefix = (prefix: string): PhoneNumber[] =>
  ["2345678", "5550123", "9123456", "00123456", "1234567"].flatMap((digits) =>
    [4, 5, 6, 7, 8].flatMap((length) => {
      const number = parsePhoneNumberFromString(`+${prefix}${digits.slice(0, length)}`);
      return number?.isValid() ? [number] : [];
    }),
  );

/** Countries whose mobile numbers have area codes, as libphonenumber lists them, but Indonesia. */
const HAVE_MOBILE_AREAS = ["52", "54", "55", "86"];

/** The rule of libphonenumber's mapper of numbers to zones. */
const isPlaceless = (number: PhoneNumber): boolean => {
  const kind = number.getType();
  if (kind === "MOBILE") return !HAVE_MOBILE_AREAS.includes(number.countryCallingCode);
  return kind !== "FIXED_LINE" && kind !== "FIXED_LINE_OR_MOBILE";
};

/** The zones that a number must at least have: of its country where it lacks a place, else of its longest prefix and all below. */
const expectedZones = (number: PhoneNumber): readonly string[] => {
  const digits = number.number.slice(1);
  const lengths = Array.from(digits, (_, index) => digits.length - index);
  const longest = lengths.map((length) => digits.slice(0, length)).find((prefix) => library.has(prefix)) ?? "";
  // North America's islands and Kazakhstan are countries of their own within a code.
  const isOfPart = number.countryCallingCode === "1" || number.country === "KZ";
  if (!isPlaceless(number) || isOfPart) return gatherZones(library, longest);
  return gatherZones(library, number.countryCallingCode);
};

const hasItsZones = (number: PhoneNumber): boolean => {
  const zones = listNumberZones(number.number);
  return expectedZones(number).every((zone) => zones.includes(zone));
};

describe("zones of a number", () => {
  it.each([
    ["+12125550123", ["America/New_York"]],
    ["+13125550123", ["America/Chicago"]],
    ["+9779812345678", ["Asia/Katmandu"]],
    ["+493012345678", ["Europe/Berlin"]],
    // One area code may lie in two zones; where the exchange is listed, its own decides.
    ["+12195550123", ["America/Chicago", "America/New_York"]],
    ["+12194620123", ["America/Chicago"]],
    ["+34612345678", ["Atlantic/Canary", "Europe/Madrid"]],
    ["+593991234567", ["America/Guayaquil", "Pacific/Galapagos"]],
    ["+97688123456", ["Asia/Choibalsan", "Asia/Hovd", "Asia/Ulaanbaatar"]],
    // Mobile numbers of Indonesia are carried from Sumatra to Papua.
    ["+6281234567890", ["Asia/Jakarta", "Asia/Jayapura", "Asia/Makassar"]],
    // Kazakhstan shares Russia's code, and no more than that.
    ["+77710009998", ["Asia/Almaty", "Asia/Aqtobe"]],
    // Brazil's mobile numbers have area codes.
    ["+5511961234567", ["America/Sao_Paulo"]],
    ["+80012345678", []],
  ])("of %s are %j", (number, zones) => {
    expect(listNumberZones(number)).toEqual(zones);
  });

  it("are many where a country has many and the number does not say which", () => {
    expect(listNumberZones("+18005550123").length).toBeGreaterThan(1);
  });

  it.each(["219", "270", "812", "850", "423", "308", "785", "906", "807", "867", "250"])(
    "are several for an unlisted exchange of the area %s",
    (area) => expect(new Set(listNumberZones(`+1${area}5550123`)).size).toBeGreaterThan(1),
  );

  it.each(["+61412345678", "+79123456789"])("are all of the country for the mobile number %s", (number) => {
    expect(listNumberZones(number)).toEqual(gatherZones(library, number.startsWith("+7") ? "7" : "61"));
  });

  it("have for every prefix of the library its own zones and those of all longer ones, unless its numbers lack a place", () => {
    const numbers = prefixes.flatMap((prefix) => withPrefix(prefix));
    expect(numbers.length).toBeGreaterThan(5000);
    expect(numbers.filter((number) => !hasItsZones(number)).map(({ number }) => number)).toEqual([]);
  });

  it("are those of the country for every kind of number without a place", () => {
    const ofCountries = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
    const placeless = ofCountries.filter(isPlaceless);
    expect(placeless.length).toBeGreaterThan(150);
    expect(placeless.filter((number) => !hasItsZones(number)).map(({ number }) => number)).toEqual([]);
  });

  it("are never fewer than the library has, whatever the digits", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 4, maxLength: 10 });
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), digits, (prefix, rest) => {
        const number = parsePhoneNumberFromString(`+${prefix}${rest}`);
        if (number?.isValid()) expect(hasItsZones(number)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it("are zones that can be computed with, each of them", () => {
    const named = new Set(buildNumberZonesSource().match(/[A-Z][A-Za-z_]+\/[A-Za-z_/-]+/g));
    expect(named.size).toBeGreaterThan(250);
    expect([...named].filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  it("are those of the package's data: after an upgrade run `npm run update:number-zones`", () => {
    const file = join(import.meta.dirname, "../../../domain/number/number-zones.data.ts");
    expect(readFileSync(file, "utf8")).toBe(buildNumberZonesSource());
  });
});

describe("zones of a contact", () => {
  it("are the one that they name, else those of their number", () => {
    const phoneNumber = "+12125550123";
    expect(listContactZones({ timezone: "Asia/Kathmandu", phoneNumber })).toEqual(["Asia/Kathmandu"]);
    expect(listContactZones({ timezone: null, phoneNumber })).toEqual(["America/New_York"]);
  });

  it("are another one's where nobody knows them", () => {
    expect(readZonesKey("", "Europe/Paris")).toEqual(["Europe/Paris"]);
    expect(readZonesKey("Asia/Omsk,Asia/Tomsk", "Europe/Paris")).toEqual(["Asia/Omsk", "Asia/Tomsk"]);
  });
});
