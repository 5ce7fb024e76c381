import { describe, expect, it } from "@jest/globals";
import { CALL_FACTS, describeEndedCall } from "../../../domain/contact/ended-call.ts";
import { compileCallCondition, conditionOf } from "../../../infra/rule-pack/compile-call-condition.ts";

const CALL = describeEndedCall(
  {
    uuid: "a0a0a0a0-0000-4000-8000-000000000001",
    agent_id: 3,
    campaign_id: null,
    direction: "inbound",
    outcome: "answered",
    disposition: "interested",
    answered_by: null,
    duration_seconds: 42,
    person_number: "+4930123456",
    gathered_context: { wants_offer: true, people: 3, budget: "2000", plan: { of: "two" } },
    initial_context: { city: "Berlin" },
  },
  undefined,
);

const isTrue = (expression: string): boolean => {
  const compiled = compileCallCondition(expression);
  if ("fault" in compiled) throw new Error(compiled.fault.sentence);
  return compiled.isTrueOf(CALL);
};
const faultOf = (expression: string): string => {
  const compiled = compileCallCondition(expression);
  return "fault" in compiled ? compiled.fault.sentence : "";
};

describe("the expression that chooses ended calls", () => {
  it.each([
    ["variables.wants_offer == true", true],
    ["variables.wants_offer", true],
    ["variables.people > 2 && attributes.city == 'Berlin'", true],
    ["variables.wants_offer && variables.people > 0", true],
    ["double(variables.budget) >= 1000.0", true],
    ["variables['plan'].contains('two')", true],
    ["outcome == 'no_answer'", false],
    ["direction == 'inbound' && duration_seconds < 60", true],
    ["disposition in ['interested', 'later'] && answered_by == ''", true],
    ["has(variables.other)", false],
    ["phone_number.startsWith('+49') && name == ''", true],
  ])("%s is %s", (expression, expected) => {
    expect(isTrue(expression)).toBe(expected);
  });

  it("is true of no call that it fails for", () => {
    expect(isTrue("variables.other == true")).toBe(false);
    expect(isTrue("variables.people == 3 && variables.other == true")).toBe(false);
  });

  it.each([
    ["duration_seconds", "must be true or false"],
    ["variables.people + 1.0", "must be true or false"],
    ["variables.people + 1", "The expression fails"],
    ["duration_seconds + 'a' == 'b'", "The expression fails"],
    ["variables.a ==", "cannot be read"],
    ["hour > 3", "There is no variable hour"],
    ["variables.exists(v, v == 'a')", "no loops"],
  ])("is refused with the reason: %s", (expression, reason) => {
    expect(faultOf(expression)).toContain(reason);
  });

  it("may ask each of the facts", () => {
    for (const [name, { type }] of Object.entries(CALL_FACTS))
      expect([name, isTrue(type === "int" ? `${name} > 0` : `size(${name}) >= 0`)]).toEqual([name, true]);
  });

  it("is true of every call where none was saved, and of no call where it cannot be read any more", () => {
    expect(conditionOf(null)(CALL)).toBe(true);
    expect(conditionOf("variables.")(CALL)).toBe(false);
    expect(conditionOf("variables.wants_offer")(CALL)).toBe(true);
  });
});
