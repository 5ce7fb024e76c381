import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { highlightTerms } from "../../../domain/document/highlight.ts";
import { listQueryTerms, listTerms, splitTerms } from "../../../domain/document/terms.ts";
import { endByForce } from "../../harness/end-by-force.ts";

const words = (text: string) => splitTerms(text).map(({ term }) => term);

describe("terms", () => {
  it.each([
    ["charge charges charged charging"],
    ["bill bills billed billing"],
    ["cancel cancels cancelled canceled cancelling"],
    ["box boxes boxed boxing"],
    ["policy policies"],
    ["Patient patients patient's PATIENTS’"],
    ["café cafe Cafés"],
    ["plan planned planning plans"],
  ])("are one for %s", (text) => {
    expect(new Set(words(text)).size).toBe(1);
  });

  it.each([["bus"], ["address"], ["this"], ["string"], ["red"], ["need"], ["is"]])("leave %s as it is", (word) => {
    expect(words(word)).toEqual([word]);
  });

  it("take no longer for one word of a million letters than for as many words", () => {
    expect(endByForce(() => words("a".repeat(1_000_000)))).toEqual(["a".repeat(64)]);
  });

  it("part a script without spaces into pairs, and keep vowel signs", () => {
    expect(words("你好世界")).toEqual(["你好", "好世", "世界"]);
    expect(words("क्लिनिक")).toEqual(["क्लिनिक"]);
  });

  it("stand where they say, and hold letters, marks and digits alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        for (const { term, start, end } of splitTerms(text)) {
          expect(term).toMatch(/^[\p{L}\p{M}\p{N}]*$/u);
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
        }
      }),
    );
  });

  it("are the same with their places and without", () => {
    const scripts = fc.constantFrom("A", "é", "’s", "你", "好", "ク", "𠀀", "々", " ", "-", "1");
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.string({ maxLength: 2 }), scripts), maxLength: 40 }), (text) => {
        expect(listTerms(text)).toEqual(words(text));
      }),
    );
  });

  it("terms of a query leave out words that are everywhere, unless there are no others", () => {
    expect(listQueryTerms("How do I cancel the appointment, the appointment?")).toEqual(["cancel", "appointment"]);
    expect(listQueryTerms("Who are you?")).not.toEqual([]);
    expect(listQueryTerms("word ".repeat(100) + "a b c")).toEqual(["word", "b", "c"]);
    expect(listQueryTerms(Array.from({ length: 500 }, (_, at) => `w${at}`).join(" "))).toHaveLength(64);
  });
});

describe("highlights", () => {
  const long = `${"Nothing of note is here at all. ".repeat(20)}A missed appointment costs twenty. ${"More of it. ".repeat(30)}`;

  it("are the pieces around the words, marked, and cut between words", () => {
    const { highlights, found } = highlightTerms(long, ["miss", "appointment"]);
    expect(highlights).toHaveLength(1);
    const [piece] = highlights;
    expect(piece?.marks.map(({ start, end }) => piece.text.slice(start, end))).toEqual(["missed", "appointment"]);
    expect(piece?.text.length).toBeLessThanOrEqual(160);
    expect(long).toContain(` ${piece?.text} `);
    expect([...found].sort()).toEqual(["appointment", "miss"]);
  });

  it("are at most three, in the order of the text", () => {
    const { highlights } = highlightTerms(long, ["note"]);
    expect(highlights).toHaveLength(3);
    const starts = highlights.map(({ text }) => long.indexOf(text));
    expect(starts).toEqual([...starts].sort((left, right) => left - right));
    expect(highlightTerms(long, ["absent"]).highlights).toEqual([]);
  });

  it("mark what they say, in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(), (text, seed) => {
        const terms = splitTerms(text);
        const term = terms[seed % Math.max(1, terms.length)]?.term ?? "none";
        for (const { text: piece, marks } of highlightTerms(text, [term]).highlights) {
          expect(text).toContain(piece);
          for (const { start, end } of marks) expect(start >= 0 && start < end && end <= piece.length).toBe(true);
        }
      }),
    );
  });
});
