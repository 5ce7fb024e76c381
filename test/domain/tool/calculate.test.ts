import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { calculateExpression } from "../../../domain/tool/calculate.ts";
import { ToolFault } from "../../../domain/tool/tool-fault.ts";

describe("calculate", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 / 4 - 1", 1.5],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["2 ** -1", 0.5],
    ["7 % 4", 3],
    ["0.1 + 0.2", 0.3],
    ["1.5e3 × 2 ÷ 3", 1000],
    ["round(19.99 * 1.19, 2)", 23.79],
    ["max(1, 2, min(9, 4)) + sqrt(16) + floor(.9)", 8],
    ["2 * PI", 6.28318530718],
    ["--3", 3],
  ])("%s is %d", (expression, value) => expect(calculateExpression(expression)).toBe(value));

  it.each([
    "",
    "1 +",
    "(1",
    "1)",
    "1 2",
    "1 / 0",
    "x + 1",
    "process.exit(1)",
    "constructor",
    "__proto__(1)",
    "toString()",
    "1; 2",
    "alert`1`",
    "sqrt(-1)",
    `${"(".repeat(300)}1`,
    "-".repeat(400),
    "9".repeat(600),
  ])("%j is no arithmetic", (expression) => expect(() => calculateExpression(expression)).toThrow(ToolFault));

  it("gives what JavaScript gives, for whole numbers", () => {
    const number = fc.nat({ max: 999 }).map(String);
    const expression = fc
      .array(fc.tuple(fc.constantFrom("+", "-", "*"), number), { maxLength: 6 })
      .chain((rest) => number.map((first) => [first, ...rest.map(([sign, value]) => `${sign} ${value}`)].join(" ")));
    fc.assert(
      fc.property(expression, (text) => {
        const expected: unknown = runInNewContext(text);
        expect(calculateExpression(text)).toBe(expected);
      }),
    );
  });

  it("never does anything but answer or refuse", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.+-*/%^(), episqrtmax") }), (text) => {
        try {
          expect(Number.isFinite(calculateExpression(text))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolFault);
        }
      }),
    );
  });
});
