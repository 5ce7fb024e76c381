import { expect, it } from "@jest/globals";
import { rowsAfterStep } from "../../../infra/postgres/migrations/steps.ts";

it("a step that takes long is followed by a smaller one, a short one by a larger one, within bounds", () => {
  expect(rowsAfterStep(1_000, 500)).toBe(500);
  expect(rowsAfterStep(1_000, 100)).toBe(1_000);
  expect(rowsAfterStep(1_000, 10)).toBe(2_000);
  expect(rowsAfterStep(4_000, 10)).toBe(5_000);
  expect(rowsAfterStep(150, 10_000)).toBe(100);
});
