import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { cutToHeard } from "../../../domain/conversation/interruption.ts";
import { createSentenceSplitter, splitSentences } from "../../../domain/conversation/sentences.ts";
import { endByForce } from "../../harness/end-by-force.ts";

const without = (text: string) => text.replace(/\s+/g, "");
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "Dr. ",
        "3.50 ",
        "e.g. ",
        "Hello",
        ". ",
        "! ",
        "? ",
        "。",
        "मैं ठीक हूँ। ",
        "\n",
        ", ",
        "… ",
        '" ',
        "J. ",
      ),
      fc.lorem({ maxCount: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(" "));

describe("sentences of a reply", () => {
  it.each([
    ["Hello. How are you? Fine!", ["Hello.", "How are you?", "Fine!"]],
    ["Dr. Smith pays 3.50 at 5 p.m. on Monday. Good.", ["Dr. Smith pays 3.50 at 5 p.m. on Monday.", "Good."]],
    ["It is J. R. Smith. Yes.", ["It is J. R. Smith.", "Yes."]],
    ['He said "no." Then he left.', ['He said "no."', "Then he left."]],
    ["1. Open it.\n2. Close it.", ["1. Open it.", "2. Close it."]],
    ["你好。今天好吗？很好！", ["你好。", "今天好吗？", "很好！"]],
    ["मैं ठीक हूँ। और आप?", ["मैं ठीक हूँ।", "और आप?"]],
    ["مرحبا. كيف حالك؟ بخير", ["مرحبا.", "كيف حالك؟", "بخير"]],
    ["Das kostet z. B. 5 Euro. Gut.", ["Das kostet z. B. 5 Euro.", "Gut."]],
    ["Wait… what?! Really", ["Wait…", "what?!", "Really"]],
    ["  \n . ", []],
  ])("of %j are %j", (whole, sentences) => expect(splitSentences(whole)).toEqual(sentences));

  it("lose no letter wherever the stream is cut", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 12 }), { minLength: 1 }), (whole, lengths) => {
        const splitter = createSentenceSplitter();
        const found: string[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const length = (lengths[turn % lengths.length] ?? 0) + 1;
          found.push(...splitter.push(whole.slice(at, at + length)));
          at += length;
        }
        expect(without([...found, ...splitter.flush()].join("")).replace(/[^\p{L}\p{N}]/gu, "")).toBe(
          without(whole).replace(/[^\p{L}\p{N}]/gu, ""),
        );
      }),
    );
  });

  it("come as soon as they are whole, and never grow without end", () => {
    const splitter = createSentenceSplitter();
    expect(splitter.push("One. Tw")).toEqual(["One."]);
    expect(splitter.push("o. ")).toEqual(["Two."]);
    const endless = splitSentences("and so on, ".repeat(100));
    expect(Math.max(...endless.map(({ length }) => length))).toBeLessThanOrEqual(280);
  });

  it("sentences of a reply of a million characters hold nobody up", () => {
    expect(endByForce(() => splitSentences("So. ".repeat(250_000)))).toHaveLength(250_000);
    expect(endByForce(() => splitSentences("x".repeat(1_000_000))).join("")).toHaveLength(1_000_000);
  });

  it("keep characters whole, wherever a long one is cut", () => {
    for (const before of ["", "a"]) {
      const long = `${before}${"😀a".repeat(300)}`;
      expect(splitSentences(long).join("")).toBe(long);
      expect(splitSentences(long).every((sentence) => sentence.isWellFormed())).toBe(true);
    }
    expect(splitSentences("Fine \ud83d")).toEqual(["Fine \ufffd"]);
  });
});

describe("the heard part of sentences", () => {
  const said = ["We open at nine.", "We close at five.", "On Sundays never."];

  it.each([
    ["", ["", "", ""]],
    ["We open", ["We open", "", ""]],
    ["we open at NINE", [null, "", ""]],
    ["We open at nine. We close", [null, "We close", ""]],
    ["We close at five", [null, null, ""]],
    ["We open at nine. We close at five. On Sundays never.", [null, null, null]],
    ["We open at nine. We close at five. On Sundays never. And more", [null, null, null]],
  ])("of %j are %j", (heard, cuts) => expect(cutToHeard(said, heard)).toEqual(cuts));

  it("is a beginning of what was said, as long as what the carrier tells", () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 5 }), { minLength: 1, maxLength: 6 }), fc.nat(), (sentences, at) => {
        const whole = sentences.join(" ");
        const heard = whole.slice(0, at % (whole.length + 1));
        const cuts = cutToHeard(sentences, heard);
        const kept = sentences.map((sentence, index) => cuts[index] ?? sentence).join(" ");
        const letters = (each: string) => each.toLowerCase().replace(/[^a-z]/g, "");
        // Words may repeat: then the first place counts, and no more is kept than was heard.
        expect(letters(whole).startsWith(letters(kept))).toBe(true);
        expect(letters(kept).length).toBe(letters(heard).length);
      }),
    );
  });
});
