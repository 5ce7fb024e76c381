import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parsePhoneNumberFromString as parseAssigned } from "libphonenumber-js/max";
import { getCountries, getExampleNumber, type PhoneNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { isNumberingCountry, parsePhoneNumber } from "../../../domain/number/phone-number.ts";

const FRACTION =
  "The number has digits after a decimal point: write it without the point, or format its column as text and save the file again.";

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
    ["＋４４ ２０７９４６０１２３", null, "+442079460123"],
    ["\u202a+44 20 7946\u2060 0123\u202c", null, "+442079460123"],
    ["\ufeff0207\u200e946\u200f0123\ufeff", "GB", "+442079460123"],
    ['="+442079460123"', null, "+442079460123"],
    ["tel:+44-20-7946-0123", null, "+442079460123"],
    ["tel:020-7946-0123;phone-context=+44", null, "+442079460123"],
    ["TEL:02079460123;isub=1", "GB", "+442079460123"],
    ["(+49) 30 123456", null, "+4930123456"],
    ["(0049)30 123456", "US", "+4930123456"],
    ["=+4930123456", null, "+4930123456"],
    ['"+4930123456"', null, "+4930123456"],
    ["+4930123456;", null, "+4930123456"],
    ["tel:+49%2030%20123456", null, "+4930123456"],
    ["tel:%2B4930123456", null, "+4930123456"],
    ["+4930123456.0", null, "+4930123456"],
    ["4930123456.00", "DE", "+4930123456"],
    ["+4930123456,0", null, "+4930123456"],
    ["4,915,112,345,678.0", "DE", "+4915112345678"],
    ["4.915.112.345.678", "DE", "+4915112345678"],
    ["030.123.456", "DE", "+4930123456"],
    ["030.1234567", "DE", "+49301234567"],
    ["+49.30123456", null, "+4930123456"],
    ["202.555.0100", "US", "+12025550100"],
    ["06.12.34.56.00", "FR", "+33612345600"],
    ["06.12.34.56.78.0", "FR", "+33612345678"],
    ["06.12.34.56.78,00", "FR", "+33612345678"],
    ["030123.456", "DE", "+4930123456"],
    ["tel:+44-20-7946-0123;phone-context=+49", null, "+442079460123"],
    ["tel:020-7946-0123;phone-context=+44%20", null, "+442079460123"],
    ["tel:+4930123456.0%20;isub=1", null, "+4930123456"],
    ["4915112345678", "DE", "+4915112345678"],
    ["491701234567", "DE", "+491701234567"],
    ["4989123456789", "DE", "+4989123456789"],
    ["00573211234567", "CO", "+573211234567"],
    ["0049 30 23125000", "US", "+493023125000"],
    ["493012345678901", "DE", "+493012345678901"],
    ["211234567", "HU", "+36211234567"],
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
    ["4,915E+12", "DE", "A spreadsheet shortened this number; format its column as text and save the file again."],
    ["+4.915E12", null, "A spreadsheet shortened this number; format its column as text and save the file again."],
    ...[
      "+4930123456.5",
      "4930123456.25",
      "030123456.7",
      "+49 30 123456.1234",
      "555.0000",
      "06.12.34.56.78.9",
      "06.12.34.56.78,25",
      "030123.45",
      "0301234.567",
      "555,1234",
    ].map((text): [string, string, string] => [text, "DE", FRACTION]),
    ["62812345678", "ID", "This may be +6262812345678 or +62812345678: write it with + and country code."],
    ["612345678", "HU", "This may be +36612345678 or +3612345678: write it with + and country code."],
    ["436641234567", "DE", "This may be +49436641234567 or +436641234567: write it with + and country code."],
    ["442079460123", "US", "No number in US has this form; if it is +442079460123, write it with +."],
    ["tel:02079460123;ext=7", "GB", "The number has an extension; extensions cannot be dialled."],
    ["+1 202 555 0123 ext. 7", null, "The number has an extension; extensions cannot be dialled."],
    ["call +12025550123", null, "This is not a telephone number."],
    ["sip:alice@example.com", "US", "A sip: address is no telephone number: write + and country code (+12025550123)."],
  ])("refuses %s in %s with a sentence", (text, country, reason) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ ok: false, reason });
  });

  it("tells a number that may be either of two from one that is none", () => {
    expect(parsePhoneNumber("62812345678", "ID")).toMatchObject({ ok: false, isAmbiguous: true });
    expect(parsePhoneNumber("442079460123", "US")).not.toHaveProperty("isAmbiguous");
  });

  const systems = Intl.supportedValuesOf("numberingSystem").filter((system) =>
    /^\p{Nd}+$/u.test(new Intl.NumberFormat("en", { numberingSystem: system, useGrouping: false }).format(1234567890)),
  );

  it("reads the digits of every script", () => {
    expect(systems.length).toBeGreaterThan(60);
    const others = systems.flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
      const text = `+${format.format(442079460123)}`;
      return e164(text) === "+442079460123" ? [] : [`${numberingSystem} ${text}`];
    });
    expect(others).toEqual([]);
    expect(e164("\uFF0B\u0967\u0968\u0966\u0968\u096b\u096b\u096b\u0966\u0967\u0968\u0969")).toBe("+12025550123");
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

const exampleNumbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);

/** What people and programs make of a number on its way into a file. */
const FORMS: Readonly<Record<string, (number: PhoneNumber) => string>> = {
  "E.164": ({ number }) => number,
  international: (number) => number.formatInternational(),
  "without plus": ({ number }) => number.slice(1),
  "with 00": ({ number }) => `00${number.slice(1)}`,
  national: (number) => number.formatNational(),
  "national digits": (number) => number.formatNational().replaceAll(/\D/g, ""),
  "national without its zero": (number) => number.formatNational().replaceAll(/\D/g, "").replace(/^0/, ""),
};
const MARKS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}.0`,
  (text) => `${text},0`,
  (text) => `="${text}"`,
  (text) => `\u202a${text}\u202c`,
];

describe("a number in any of its forms", () => {
  it.each(Object.keys(FORMS))("is that number or refused, never another one: %s", (form) => {
    expect(exampleNumbers.length).toBeGreaterThan(240);
    const write = FORMS[form];
    const others = exampleNumbers.flatMap((number) =>
      MARKS.flatMap((mark) => {
        const text = mark(write?.(number) ?? "");
        const parsed = parsePhoneNumber(text, number.country);
        return parsed.ok && parsed.e164 !== number.number ? [`${text}: ${parsed.e164}`] : [];
      }),
    );
    expect(others).toEqual([]);
  });

  it("is read in nearly every country", () => {
    const refusals = exampleNumbers.flatMap((number) =>
      Object.entries(FORMS).flatMap(([form, write]) =>
        parsePhoneNumber(write(number), number.country).ok ? [] : [`${number.country} ${form}`],
      ),
    );
    expect(refusals.length).toBeLessThan(10);
  });

  it("holds for other assigned numbers of the same lengths", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...exampleNumbers),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...Object.values(FORMS)),
        fc.constantFrom(...MARKS),
        (example, digits, write, mark) => {
          const number = parseAssigned(example.number.slice(0, -digits.length) + digits.join(""));
          if (!number?.country || !number.isValid() || number.country !== example.country) return;
          // Gabon's older numbers are written as its newer ones are.
          if (parseAssigned(number.formatNational(), number.country)?.number !== number.number) return;
          const parsed = parsePhoneNumber(mark(write(number)), number.country);
          if (parsed.ok) expect(parsed.e164).toBe(number.number);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
