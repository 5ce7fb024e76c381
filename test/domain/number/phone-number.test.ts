import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isNumberingCountry, parsePhoneNumber } from "../../../domain/number/phone-number.ts";

const e164 = (text: string, country?: string | null) => {
  const parsed = parsePhoneNumber(text, country);
  return parsed.ok ? parsed.e164 : parsed.reason;
};

describe("parsePhoneNumber", () => {
  it.each([
    ["+1 202 555 0123", null, "+12025550123"],
    ["(202) 555-0123", "US", "+12025550123"],
    ["12025550123", "us", "+12025550123"],
    ["'+12025550123", null, "+12025550123"],
    ["00 49 30 23125000", "GB", "+493023125000"],
    ["+33 6 39 98 00 01", null, "+33639980001"],
    ["07700 900123", "GB", "+447700900123"],
    ["٠٢٠ ٧٩٤٦ ٠١٢٣", "GB", "+442079460123"],
  ])("reads %s in %s", (text, country, expected) => {
    expect(e164(text, country)).toBe(expected);
  });

  it.each([
    ["", null, "The number is missing."],
    [
      "202 555 0123",
      null,
      "The number has no known country code; write it as + and country code, or name a default country.",
    ],
    [
      "202 555 0123",
      "Atlantis",
      "The number has no known country code; write it as + and country code, or name a default country.",
    ],
    ["+1 202 555 01", null, "No country has numbers of this form."],
    ["12345", "US", "No number in US has this form."],
    ["+1", null, "The number is too short."],
    ["1.2025E+10", "US", "A spreadsheet shortened this number; format its column as text and save the file again."],
    ["+1 202 555 0123 ext. 7", null, "The number has an extension; extensions cannot be dialled."],
    ["call +12025550123", null, "This is not a telephone number."],
    ["sip:alice@example.com", "US", "A sip: address is no telephone number: write + and country code (+12025550123)."],
  ])("refuses %s in %s with a sentence", (text, country, reason) => {
    expect(parsePhoneNumber(text, country)).toEqual({ ok: false, reason });
  });

  it("tells the number's own country, whatever the default", () => {
    expect(parsePhoneNumber("+442079460123", "US")).toMatchObject({ country: "GB" });
    expect(parsePhoneNumber("+80012345678")).toMatchObject({ ok: true, country: null });
  });

  it("reads what it wrote, and never throws", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789 -()."), maxLength: 18 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          digits.map((text) => `+${text}`),
        ),
        fc.constantFrom("US", "DE", "IN", null),
        (text, country) => {
          const parsed = parsePhoneNumber(text, country);
          if (!parsed.ok) return parsed.reason.endsWith(".");
          expect(parsed.e164).toMatch(/^\+[1-9]\d{4,14}$/);
          expect(parsePhoneNumber(parsed.e164)).toEqual(parsed);
          return true;
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("isNumberingCountry", () => {
  it("knows countries by two capital letters", () => {
    expect([isNumberingCountry("IN"), isNumberingCountry("in"), isNumberingCountry("XX")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
