import { describe, expect, it } from "@jest/globals";
import { buildOwnCheck } from "../../../domain/rule-pack/own-checks.ts";
import { OWN_RULE_VARIABLES, type OwnRuleValues } from "../../../domain/rule-pack/own-rule.ts";
import { compileOwnRule } from "../../../infra/rule-pack/compile-own-rule.ts";

const VALUES: OwnRuleValues = {
  localTime: "19:30",
  hour: 19,
  weekday: "sat",
  country: "US",
  region: "US-FL",
  attemptsToday: 2,
  attempts7d: 5,
  consent: "unknown",
  numberKind: "mobile",
  list: "Spring",
  attributes: { tier: "gold", score: 7, vip: true, address: { town: "Bonn" } },
};

const check = (expression: string, values: Partial<OwnRuleValues> = {}): boolean => {
  const compiled = compileOwnRule(expression);
  if ("fault" in compiled) throw new Error(compiled.fault.sentence);
  return compiled.check({ ...VALUES, ...values });
};
const faultOf = (expression: string) => {
  const compiled = compileOwnRule(expression);
  return "fault" in compiled ? compiled.fault : null;
};

describe("an expression", () => {
  it.each([
    ["hour >= 10 && hour < 20", true],
    ["local_time < '19:00'", false],
    ["!(weekday in ['sat', 'sun'])", false],
    ["country == 'US' && region.startsWith('US-')", true],
    ["attempts_today < 2", false],
    ["attempts_7d + attempts_today <= 7", true],
    ["consent == 'granted' || number_kind != 'mobile'", false],
    ["list == 'Spring' ? attempts_today < 3 : false", true],
    ["attributes.tier == 'gold'", true],
    ["attributes.score > 5", true],
    ["attributes.vip", true],
    ["has(attributes.tier) && !has(attributes.other)", true],
    ["attributes.other == 'x'", false],
    ["size(list) == 6", true],
    ["attributes['tier'].contains('old')", true],
  ])("%s is %s", (expression, expected) => {
    expect(check(expression)).toBe(expected);
  });

  it("may ask each of the variables", () => {
    for (const [name, { type }] of Object.entries(OWN_RULE_VARIABLES)) {
      const question = { string: `${name} == ${name}`, int: `${name} >= 0`, map: `size(${name}) >= 0` }[type];
      expect([name, check(question)]).toEqual([name, true]);
    }
  });

  it.each([
    ["hour >=", 1, "cannot be read"],
    ["hour >= 10 &&\n  minute < 5", 2, "There is no variable minute"],
    ["[1, 2, 3].all(x, x > 0)", 1, "no loops"],
    ["attributes.filter(a, true)", 1, "no loops"],
    ["list.matches('(a+)+')", 1, "There is no function matches"],
    ["{'a': 1}.a == 1", 1, "makes no maps"],
    ["now() > 3", 1, "There is no function now"],
    ["attempts_today", 1, "must be true or false"],
    ["hour == 1 || attempts_today + 'a' == 'b'", 1, "The expression fails"],
    [`hour == 1${" || hour == 1".repeat(60)}`, 1, "at most 200 parts"],
    [`hour == 1 // ${"a".repeat(1000)}`, 1, "at most 1000 characters"],
  ])("%j is refused with its place", (expression, line, sentence) => {
    const fault = faultOf(expression);
    expect(fault?.line).toBe(line);
    expect(fault?.sentence).toContain(sentence);
  });

  it("names the column of what is wrong", () => {
    expect(faultOf("hour > 3 && minutes > 2")).toMatchObject({ line: 1, column: 13 });
  });

  it("lets a call not pass for which it fails", () => {
    expect(check("attributes.score > 5", { attributes: { score: "many" } })).toBe(false);
  });

  it("must be true on the clock of every zone that the person may be in", () => {
    const compiled = compileOwnRule("hour >= 9");
    if ("fault" in compiled) throw new Error(compiled.fault.sentence);
    const rule = { name: "Late risers", expression: "hour >= 9", if_false: "wait" as const };
    const holdsIn = (zones: string[]) =>
      buildOwnCheck(rule, compiled.check, { known: VALUES, zones, attempts: [] }).holdsAt(
        Date.parse("2026-12-02T14:30:00Z"),
      );
    expect(holdsIn(["America/New_York"])).toBe(true);
    expect(holdsIn(["America/New_York", "America/Chicago"])).toBe(false);
  });
});
