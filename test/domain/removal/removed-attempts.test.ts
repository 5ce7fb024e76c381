import { expect, it } from "@jest/globals";
import { REMOVED_ATTEMPTS_KEPT } from "../../../domain/removal/removed-attempts.ts";

it("attempts of removed runs are kept as long as the database's function keeps them, and longer than they count", () => {
  expect(REMOVED_ATTEMPTS_KEPT).toEqual({ hours: 25, daysForRules: 31 });
});
