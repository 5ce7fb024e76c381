import { expect, it } from "@jest/globals";
import { explainRedialDuringCalls, explainSecondRedial } from "../../../domain/campaign/redial.rules.ts";

it("a campaign is redialled once", () => {
  expect(explainSecondRedial(undefined)).toBeNull();
  expect(explainSecondRedial(12)).toBe("The campaign was redialled already, as campaign 12");
});

it("a campaign is redialled when none of its calls is in progress", () => {
  expect(explainRedialDuringCalls(0)).toBeNull();
  expect(explainRedialDuringCalls(1)).toMatch(/^A call of the campaign is not over/);
  expect(explainRedialDuringCalls(2)).toMatch(/^2 calls of the campaign are not over/);
});
