import { expect, it } from "@jest/globals";
import {
  computeRentalLookDelaySeconds,
  isRentalLost,
  MOST_RENTAL_LOOKS,
} from "../../../domain/number/managed-number-rental.rules.ts";

it("a number whose order got no answer is looked for every five seconds for two minutes, then every quarter of an hour for a day", () => {
  const delays = Array.from({ length: MOST_RENTAL_LOOKS }, (_none, looks) => computeRentalLookDelaySeconds(looks));
  expect(delays.filter((seconds) => seconds === 5)).toHaveLength(24);
  expect(delays.slice(24)).toEqual(Array.from({ length: 96 }, () => 900));
});

it("an ordered number that is not on the account is lost after two minutes, and where nobody knows its age", () => {
  expect([0, 119.9, 120, 5000, null].map(isRentalLost)).toEqual([false, false, true, true, true]);
});
