import { describe, expect, it } from "@jest/globals";
import { ORDER_VARIABLES, positionOf } from "../../../domain/campaign/hottest-first.ts";
import { compileOrder } from "../../../infra/rule-pack/compile-order.ts";

const CONTACT = {
  attributes: { score: "7.5", visits: 3, city: "Berlin", vip: true },
  name: "Ada",
  priority: 4,
  timezone: "Europe/Berlin",
  country: "DE",
  numberKind: "mobile",
};

const score = (expression: string): number | null => {
  const compiled = compileOrder(expression);
  if ("fault" in compiled) throw new Error(compiled.fault.sentence);
  return compiled.scoreOf(CONTACT);
};
const faultOf = (expression: string): string => {
  const compiled = compileOrder(expression);
  return "fault" in compiled ? compiled.fault.sentence : "";
};

describe("the expression that orders a campaign's contacts", () => {
  it.each([
    ["double(attributes.score)", 7.5],
    ["double(attributes.score) * 10.0 + attributes.visits", 78],
    ["attributes.city == 'Berlin' ? 2 : 1", 2],
    ["priority * 2", 8],
    ["number_kind == 'mobile' && country == 'DE' ? 1.5 : 0.0", 1.5],
    ["size(name)", 3],
    ["has(attributes.other) ? 1 : 0", 0],
    ["timezone.startsWith('Europe/') ? 1 : 0", 1],
  ])("%s gives %d", (expression, expected) => {
    expect(score(expression)).toBe(expected);
  });

  it("gives no score to whom it fails for", () => {
    expect(score("double(attributes.other)")).toBeNull();
    expect(score("double(attributes.city)")).toBeNull();
  });

  it.each([
    ["attributes.city == 'Berlin'", "must be a number"],
    ["name", "must be a number"],
    ["double(attributes.score) * 10", "write double(attributes.score) * 10.0"],
    ["double(attributes.score", "cannot be read"],
    ["attempts_today", "There is no variable attempts_today"],
    ["attributes.map(a, 1)[0]", "no loops"],
    [Array.from({ length: 300 }, () => "1").join("+"), "at most 200 parts"],
    ["1".repeat(1001), "at most 1000 characters"],
  ])("is refused with the reason: %s", (expression, reason) => {
    expect(faultOf(expression)).toContain(reason);
  });

  it("may ask each of the variables", () => {
    for (const [name, { type }] of Object.entries(ORDER_VARIABLES))
      expect([name, score({ string: `size(${name})`, int: name, map: `size(${name})` }[type])]).toEqual([
        name,
        expect.any(Number),
      ]);
  });
});

describe("the position of a score", () => {
  it("is smaller the higher it is, and the last without one", () => {
    const positions = [1e30, 3.25, 3.24, 0, -5, null].map(positionOf);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions.every(Number.isSafeInteger)).toBe(true);
    expect(positionOf(0)).toBe(0);
    expect(positionOf(null)).toBe(positionOf(Number.NaN));
  });
});
