import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { getCountries, getExampleNumber, parsePhoneNumberWithError } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { findAssignedPlans, findInternationalCountry } from "../../../domain/number/international-number.ts";

/** Returns the library's own answer for a valid number. */
const byLibrary = (text: string) => {
  try {
    const number = parsePhoneNumberWithError(text, { extract: false });
    return number.isValid() && !number.ext ? { country: number.country, e164: number.number } : null;
  } catch {
    return null;
  }
};

const exampleNumbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);

const withDigit = (number: string, at: number, digit: number): string =>
  number.slice(0, 1 + (at % (number.length - 1))) + String(digit) + number.slice(2 + (at % (number.length - 1)));

describe("countryOfInternational", () => {
  it("knows nearly all countries' numbers", () => {
    expect(exampleNumbers.length).toBeGreaterThan(200);
    const unknown = exampleNumbers.filter((number) => findInternationalCountry(number) === null);
    expect(unknown.length).toBeLessThan(10);
  });

  it("answers only what the library answers", () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const alike = fc
      .tuple(fc.constantFrom(...exampleNumbers), fc.array(fc.tuple(fc.nat(14), digit), { maxLength: 4 }))
      .map(([number, changes]) => changes.reduce((text, [at, to]) => withDigit(text, at, to), number));
    const anything = fc.array(digit, { minLength: 5, maxLength: 16 }).map((digits) => `+${digits.join("")}`);
    let answered = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: alike }, anything), (text) => {
        const country = findInternationalCountry(text);
        if (country === null) return;
        answered += 1;
        expect({ country, e164: text }).toEqual(byLibrary(text));
      }),
      { numRuns: 3000 },
    );
    expect(answered).toBeGreaterThan(500);
  });

  it.each([
    "12025550123",
    "+1 202 555 0123",
    "+4402079460123",
    "+3758104361939",
    "+80012345678",
    "+999123456789",
    "+12025550",
  ])("leaves %s to the library", (text) => {
    expect(findInternationalCountry(text)).toBeNull();
  });
});

describe("findAssignedPlans", () => {
  it("has the plans of every country of a calling code", () => {
    expect(findAssignedPlans("+12125550100")).toMatchObject({ national: "2125550100" });
    expect(findAssignedPlans("+12125550100")?.plans.length).toBeGreaterThan(20);
  });

  it("has none where no country has the code", () => {
    expect(findAssignedPlans("+9991234567")).toBeNull();
  });
});
