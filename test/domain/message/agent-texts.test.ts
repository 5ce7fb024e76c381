import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { splitIntoTexts } from "../../../domain/message/agent-texts.ts";
import { LONGEST_TEXT } from "../../../domain/message/segments.rules.ts";

const SHORTER = { "GSM-7": 1_000, "UCS-2": 400 };

describe("an answer as texts", () => {
  it("is one text where it fits, and none where nothing is said", () => {
    expect(splitIntoTexts(" We open at nine. ")).toEqual(["We open at nine."]);
    expect(splitIntoTexts("  ")).toEqual([]);
    expect(splitIntoTexts("a".repeat(LONGEST_TEXT))).toHaveLength(1);
  });

  it("is cut where a sentence ends, else between words, else where the text is full", () => {
    const sentence = `${"word ".repeat(150).trim()}. `;
    const [first, second] = splitIntoTexts(sentence.repeat(3));
    expect(first).toBe(sentence.repeat(2).trim());
    expect(second).toBe(sentence.trim());
    const [words] = splitIntoTexts("word ".repeat(500));
    expect(words?.endsWith("word")).toBe(true);
    expect(splitIntoTexts("a".repeat(LONGEST_TEXT + 1)).map(({ length }) => length)).toEqual([LONGEST_TEXT, 1]);
  });

  it("is cut into shorter texts for a carrier that takes no longer ones", () => {
    expect(splitIntoTexts("a".repeat(1_001), SHORTER).map(({ length }) => length)).toEqual([1_000, 1]);
    const [first, second] = splitIntoTexts(`${"word ".repeat(150).trim()}. And more. ${"word ".repeat(100)}`, SHORTER);
    expect([first?.length, second?.startsWith("word")]).toEqual([760, true]);
    expect(splitIntoTexts("я".repeat(801), SHORTER).map(({ length }) => length)).toEqual([400, 400, 1]);
  });

  it("is cut between characters, never within one", () => {
    for (const before of ["", "a"]) {
      const parts = splitIntoTexts(`${before}${"🙂".repeat(3 * LONGEST_TEXT)}`);
      expect(parts.map((part) => part.isWellFormed())).toEqual([true, true, true]);
    }
  });

  it("is never more than three texts, none longer than carriers take or empty", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9_000 }), fc.integer({ min: 1, max: 40 }), (words, times) => {
        const parts = splitIntoTexts(`${words} `.repeat(times));
        expect(parts.length).toBeLessThanOrEqual(3);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(LONGEST_TEXT);
          expect(part).not.toBe("");
        }
      }),
      { numRuns: 50 },
    );
  });
});
