import { expect, it } from "@jest/globals";
import { computeNextStepRows } from "../../../infra/postgres/migrations/steps.ts";

it("a step that takes long is followed by a smaller one, a short one by a larger one, within bounds", () => {
  expect(computeNextStepRows(1_000, 500)).toBe(500);
  expect(computeNextStepRows(1_000, 100)).toBe(1_000);
  expect(computeNextStepRows(1_000, 10)).toBe(2_000);
  expect(computeNextStepRows(4_000, 10)).toBe(5_000);
  expect(computeNextStepRows(150, 10_000)).toBe(100);
});
