import { expect, it } from "@jest/globals";
import { createCallBudgets } from "../../../../api/conversations/relay/call-budgets.ts";

let nowMs = 0;
const budgetOf = createCallBudgets(() => nowMs);
const countUntilRefused = (may: () => boolean): number => {
  let count = 0;
  while (may()) count += 1;
  return count;
};

it("a call is connected twenty times at once and then once a second, and each call for itself", () => {
  expect(countUntilRefused(() => budgetOf("one").mayConnect())).toBe(20);
  nowMs += 2000;
  expect(countUntilRefused(() => budgetOf("one").mayConnect())).toBe(2);
  expect(budgetOf("another").mayConnect()).toBe(true);
});

it("a new connection brings no new burst of frames", () => {
  expect(countUntilRefused(() => budgetOf("two").maySend())).toBe(200);
  expect(budgetOf("two").mayConnect()).toBe(true);
  expect(budgetOf("two").maySend()).toBe(false);
  nowMs += 1000;
  expect(countUntilRefused(() => budgetOf("two").maySend())).toBe(25);
});
