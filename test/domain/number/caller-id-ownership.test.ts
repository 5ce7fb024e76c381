import { expect, it } from "@jest/globals";
import { countsAsOwned, decideOwnership } from "../../../domain/number/caller-id-ownership.ts";

it("a number is proved only where the carrier lists its numbers, and shows no others", () => {
  expect(countsAsOwned({ listsNumbers: true, needsCallerId: true })).toBe(false);
  expect(countsAsOwned({ listsNumbers: false, needsCallerId: true })).toBe(true);
  expect(countsAsOwned({ listsNumbers: true, needsCallerId: false })).toBe(true);
});

it.each([
  [{ isOnAccount: true, isVerified: false }, "account"],
  [{ isOnAccount: true, isVerified: true }, "account"],
  [{ isOnAccount: false, isVerified: true }, "verified"],
  [{ isOnAccount: false, isVerified: false }, null],
])("a number that is %j is connected as %j", (facts, ownership) => {
  expect(decideOwnership(facts)).toBe(ownership);
});
