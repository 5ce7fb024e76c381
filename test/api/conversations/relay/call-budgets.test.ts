import { beforeEach, expect, it } from "@jest/globals";
import { type CallBudgets, createCallBudgets } from "../../../../api/conversations/relay/call-budgets.ts";

let nowMs: number;
let budgets: CallBudgets;

beforeEach(() => {
  nowMs = 0;
  budgets = createCallBudgets(() => nowMs);
});

const countUntilRefused = (may: () => boolean): number => {
  let count = 0;
  while (may()) count += 1;
  return count;
};

it("a call is connected twenty times at once and then once a second, and each call for itself", () => {
  expect(countUntilRefused(() => budgets.mayConnect("one"))).toBe(20);
  nowMs += 2000;
  expect(countUntilRefused(() => budgets.mayConnect("one"))).toBe(2);
  expect(budgets.mayConnect("another")).toBe(true);
});

it("a new connection brings no new burst of frames", () => {
  expect(countUntilRefused(() => budgets.maySend("two"))).toBe(200);
  expect(budgets.mayConnect("two")).toBe(true);
  expect(budgets.maySend("two")).toBe(false);
  nowMs += 1000;
  expect(countUntilRefused(() => budgets.maySend("two"))).toBe(25);
});

it("a call that goes on has no new burst, however long it lasts", () => {
  countUntilRefused(() => budgets.mayConnect("one"));
  countUntilRefused(() => budgets.maySend("one"));
  countUntilRefused(() => budgets.mayBeginTurn("one"));
  for (let second = 0; second < 300; second += 1) {
    nowMs += 1000;
    expect(countUntilRefused(() => budgets.mayConnect("one"))).toBe(1);
    expect(countUntilRefused(() => budgets.maySend("one"))).toBe(25);
    expect(countUntilRefused(() => budgets.mayBeginTurn("one"))).toBe(3);
  }
});

it("a call is remembered until it has its bursts again, and no longer", () => {
  for (let call = 0; call < 100; call += 1) budgets.mayConnect(String(call));
  expect(budgets.countKept()).toBe(100);
  nowMs += 19_999;
  budgets.maySend("7");
  expect(budgets.countKept()).toBe(100);
  nowMs += 1;
  budgets.maySend("another");
  expect(budgets.countKept()).toBe(2);
  nowMs += 20_000;
  expect(countUntilRefused(() => budgets.mayConnect("7"))).toBe(20);
  expect(budgets.countKept()).toBe(1);
});
