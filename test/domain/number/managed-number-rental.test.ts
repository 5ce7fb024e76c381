import { expect, it } from "@jest/globals";
import {
  CONTAINED_DIGITS,
  computeRentalLookDelaySeconds,
  FOUND_NUMBERS,
  isRentalLost,
  MOST_RENTAL_LOOKS,
  RENTABLE_KINDS,
  USUAL_RENTABLE_KIND,
} from "../../../domain/number/managed-number-rental.rules.ts";

it("a number whose order got no answer is looked for every five seconds for two minutes, then every quarter of an hour for a day", () => {
  const delays = Array.from({ length: MOST_RENTAL_LOOKS }, (_none, looks) => computeRentalLookDelaySeconds(looks));
  expect(delays.filter((seconds) => seconds === 5)).toHaveLength(24);
  expect(delays.slice(24)).toEqual(Array.from({ length: 96 }, () => 900));
});

it("an ordered number that is not on the account is lost after two minutes, and where nobody knows its age", () => {
  expect([0, 119.9, 120, 5000, null].map(isRentalLost)).toEqual([false, false, true, true, true]);
});

it("a search finds twenty local numbers unless asked otherwise: of three kinds, a hundred at most, with up to fifteen digits in them", () => {
  expect(FOUND_NUMBERS).toEqual({ usual: 20, most: 100 });
  expect(RENTABLE_KINDS).toEqual(["local", "mobile", "toll_free"]);
  expect(USUAL_RENTABLE_KIND).toBe("local");
  expect(["5", "1".repeat(15), "1".repeat(16), "", "+1", "1a"].map((text) => CONTAINED_DIGITS.test(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
