import { expect, it } from "@jest/globals";
import { makeUniqueName, toFunctionName } from "../../../domain/agent/function-name.ts";

it.each([
  ["Wants a call-back @ 9", "wants_a_call_back_9"],
  ["Möchte Rückruf", "mochte_ruckruf"],
  ["Yes!", "yes"],
  ["Да", "go_on"],
])("the function of %s is %s", (label, name) => {
  expect(toFunctionName(label, "go_on")).toBe(name);
});

it("a name that is taken gets a number", () => {
  const taken = new Set<string>();
  expect(["yes", "yes", "yes"].map((name) => makeUniqueName(name, taken))).toEqual(["yes", "yes_2", "yes_3"]);
});
