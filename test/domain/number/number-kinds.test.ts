import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
  type NumberType,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import {
  DEFAULT_NUMBER_KINDS,
  NUMBER_KINDS,
  parseNumberClass,
  refuseNumberClass,
} from "../../../domain/number/number-kinds.rules.ts";
import { classifyForColumn, classifyNumber } from "../../../domain/number/number-kinds.ts";

const DEFAULTS = { countries: null, kinds: DEFAULT_NUMBER_KINDS };
const refuse = (e164: string, allowed: Parameters<typeof refuseNumberClass>[1] = DEFAULTS): string | null => {
  const given = classifyNumber(e164);
  return given && refuseNumberClass(given, allowed);
};

const TYPES = [
  "FIXED_LINE",
  "MOBILE",
  "TOLL_FREE",
  "PREMIUM_RATE",
  "PERSONAL_NUMBER",
  "VOICEMAIL",
  "UAN",
  "PAGER",
  "VOIP",
  "SHARED_COST",
] as const satisfies NumberType[];

/** The package's types leave this method out. */
const knowsTypes = (plan: unknown): plan is { type(type: NumberType): { pattern(): string | undefined } | undefined } =>
  typeof plan === "object" && plan !== null && "type" in plan && typeof plan.type === "function";

/** Every country's pattern of every type of number. */
const patterns = getCountries().flatMap((country) => {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan: unknown = metadata.numberingPlan;
  const code = getCountryCallingCode(country);
  return TYPES.flatMap((type) => {
    const pattern = knowsTypes(plan) ? plan.type(type)?.pattern() : undefined;
    return pattern ? [{ type, code: `+${code}`, pattern: new RegExp(`^(?:${pattern})$`) }] : [];
  });
});
const ofTypes = (...types: NumberType[]) => patterns.filter(({ type }) => types.includes(type));

const COSTLY: readonly unknown[] = ["PREMIUM_RATE", "SHARED_COST"];
const ORDINARY: readonly unknown[] = ["FIXED_LINE", "MOBILE", "FIXED_LINE_OR_MOBILE"];

describe("kinds of numbers", () => {
  it("refuses premium-rate and shared-cost numbers of every country, unless they are switched on", () => {
    const costly = ofTypes("PREMIUM_RATE", "SHARED_COST");
    expect(costly.length).toBeGreaterThan(150);
    for (const { code, pattern } of costly)
      fc.assert(
        fc.property(fc.stringMatching(pattern), (national) => {
          expect(refuse(code + national)).toMatch(/^The number is a (premium-rate|shared-cost) number, and/);
          expect(refuse(code + national, { countries: null, kinds: NUMBER_KINDS })).toBeNull();
        }),
        { numRuns: 5 },
      );
  });

  it("calls landline and mobile numbers of every country, and agrees with the library on what costs more", () => {
    const ordinary = ofTypes("FIXED_LINE", "MOBILE");
    for (const { code, pattern } of ordinary)
      fc.assert(
        fc.property(fc.stringMatching(pattern), (national) => {
          const number = parsePhoneNumberFromString(code + national);
          fc.pre(number?.isValid() === true && number.number === code + national);
          if (ORDINARY.includes(number.getType()))
            expect([code + national, refuse(code + national)]).toEqual([code + national, null]);
          if (COSTLY.includes(number.getType())) expect(refuse(code + national)).not.toBeNull();
        }),
        { numRuns: 5 },
      );
  });

  it("calls every country's example of a mobile number, in the country that the library says", () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)?.number ?? "";
      // Some lie within a neighbour's ranges: those of Åland are Finland's.
      const own = parsePhoneNumberFromString(number)?.country ?? "";
      expect([country, refuse(number, { ...DEFAULTS, countries: [own] })]).toEqual([country, null]);
    }
  });

  it.each([
    ["+19002345678", "premium_rate", "US"],
    ["+19005550100", "premium_rate", "US"],
    ["+979123456789", "premium_rate", null],
    ["+80812345678", "shared_cost", null],
    ["+881612345678", "satellite", null],
    ["+870773111632", "satellite", null],
    ["+882161234567", "satellite", null],
    ["+883510012345678", "satellite", null],
    ["+80012345678", "toll_free", null],
    ["+493012345678", "fixed_line", "DE"],
    ["+4915123456789", "mobile", "DE"],
    ["+499001234567", "premium_rate", "DE"],
    ["+491801234567", "shared_cost", "DE"],
    ["+12025550123", "fixed_line_or_mobile", "US"],
    ["+18005550123", "toll_free", "US"],
    ["+447700900123", "unknown", "GB"],
    ["+999123456789", "unknown", null],
    ["+447600123456", "pager", "GB"],
    ["+12684097464", "pager", "AG"],
    ["+87812345678", "personal_number", null],
    ["+15235831594", "personal_number", "US"],
    ["+41860074649233", "voicemail", "CH"],
    ["+420966492331", "voicemail", "CZ"],
    ["+971600574649", "uan", "AE"],
    ["+37460769233", "voip", "AM"],
    ["+971800649233", "toll_free", "AE"],
  ])("%s is %s in %s", (e164, kind, country) => {
    expect(classifyNumber(e164)).toEqual({ kind, country });
  });

  it("calls all kinds but the three that cost what nobody expects", () => {
    const costly = NUMBER_KINDS.filter((kind) => !DEFAULT_NUMBER_KINDS.includes(kind));
    expect([...costly].sort()).toEqual(["premium_rate", "satellite", "shared_cost"]);
    expect(NUMBER_KINDS).toHaveLength(13);
    expect(parseNumberClass("DE mobile")).toEqual({ kind: "mobile", country: "DE" });
    expect(parseNumberClass("- of former days")).toEqual({ kind: "unknown", country: null });
  });

  it("refuses a stored class wherever it refuses the number, so that a campaign's start misses none", () => {
    const anyAllowed = fc.record({
      countries: fc.option(fc.uniqueArray(fc.constantFrom(...getCountries()), { minLength: 1 })),
      kinds: fc.uniqueArray(fc.constantFrom(...NUMBER_KINDS), { minLength: 1 }),
    });
    const codesOfNoCountry = ["+870", "+881", "+882", "+883", "+979", "+808", "+800", "+878", "+1900"];
    const special = codesOfNoCountry.map((code) => ({ code, pattern: /^\d{8}$/ }));
    for (const { code, pattern } of [...patterns, ...special])
      fc.assert(
        fc.property(fc.stringMatching(pattern), anyAllowed, (national, allowed) => {
          const stored = classifyForColumn(code + national) ?? "";
          expect([stored, refuseNumberClass(parseNumberClass(stored), allowed)]).toEqual([
            stored,
            refuse(code + national, allowed),
          ]);
        }),
        { numRuns: 3 },
      );
  });

  it("knows no kind of a SIP address, which is called", () => {
    expect(classifyNumber("sip:desk@example.com")).toBeNull();
    expect(classifyForColumn("sip:desk@example.com")).toBeNull();
  });

  it("refuses a number of another country, and of none, where countries are named", () => {
    const allowed = { ...DEFAULTS, countries: ["DE", "AT"] };
    expect(refuse("+4915123456789", allowed)).toBeNull();
    expect(refuse("+12025550123", allowed)).toBe(
      "The number is in US, and the organization's preferences allow only DE, AT (allowed_countries)",
    );
    expect(refuse("+80012345678", allowed)).toContain("belongs to no country");
  });
});
