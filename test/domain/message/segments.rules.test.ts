import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { countSegments } from "../../../domain/message/segments.rules.ts";

describe("the segments of a text", () => {
  it.each([
    ["a".repeat(160), "GSM-7", 1],
    ["a".repeat(161), "GSM-7", 2],
    ["a".repeat(306), "GSM-7", 2],
    ["a".repeat(307), "GSM-7", 3],
    ["€".repeat(80), "GSM-7", 1],
    ["€".repeat(81), "GSM-7", 2],
    // 153 is odd: an escape and its character stay together.
    ["€".repeat(153), "GSM-7", 3],
    ["ß".repeat(160), "GSM-7", 1],
    ["ж".repeat(70), "UCS-2", 1],
    ["ж".repeat(71), "UCS-2", 2],
    ["ж".repeat(135), "UCS-2", 3],
    ["😀".repeat(35), "UCS-2", 1],
    ["😀".repeat(36), "UCS-2", 2],
    [`${"a".repeat(69)}ж`, "UCS-2", 1],
    ["", "GSM-7", 1],
  ])("are counted (%#)", (body, encoding, segments) => {
    expect(countSegments(body)).toEqual({ encoding, segments });
  });

  it("grow with the text, and one text in two has as many as the parts at least", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ maxLength: 400 }), (one, other) => {
        const whole = countSegments(one + other);
        expect(whole.segments).toBeGreaterThanOrEqual(countSegments(one).segments);
        const units = whole.encoding === "UCS-2" ? (one + other).length : 0;
        expect(whole.segments).toBeGreaterThanOrEqual(Math.ceil(units / 70));
      }),
    );
  });
});
