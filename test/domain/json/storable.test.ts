import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "../../../domain/json/json-value.ts";
import { cutText, isStorable, toStorable, toStorableJson, toStorableText } from "../../../domain/json/storable.ts";

const HALF = "\ud83d";
/** Texts with NUL and halves of surrogate pairs among their characters. */
const anyText = fc
  .array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 3 }), fc.constantFrom("\0", HALF, "\ude00", "😀")))
  .map((parts) => parts.join(""));

describe("a text that PostgreSQL cannot store", () => {
  it.each([
    ["a\0b", "ab"],
    [`${HALF}!`, "\ufffd!"],
    ["😀", "😀"],
    ["", ""],
  ])("%j becomes %j", (text, storable) => {
    expect(toStorableText(text)).toBe(storable);
  });

  it("is storable afterwards, and one that was so before stays as it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isStorable(toStorableText(text))).toBe(true);
        if (isStorable(text)) expect(toStorableText(text)).toBe(text);
      }),
    );
  });

  it("is found in lists, in fields and in their names", () => {
    expect(toStorable({ "na\0me": ["a\0", { deep: HALF }], count: 1, none: null, yes: true })).toEqual({
      name: ["a", { deep: "\ufffd" }],
      count: 1,
      none: null,
      yes: true,
    });
  });

  it("is found in JSON that names its characters by escapes", () => {
    expect(toStorableJson('{"a":"x\\u0000y","b":"\\ud83d"}')).toBe('{"a":"xy","b":"\ufffd"}');
    expect(parseJson(toStorableJson('{"a":"\\ud83d\\ude00"}'))).toEqual({ a: "😀" });
    expect(toStorableJson('{"a": 1}')).toBe('{"a": 1}');
    expect(toStorableJson('{"a":"\\u0000')).toBe('{"a":"\\u0000');
  });
});

describe("the beginning of a text", () => {
  it("ends before a surrogate pair that has no room", () => {
    expect(cutText("ab😀c", 3)).toBe("ab");
    expect(cutText("ab😀c", 4)).toBe("ab😀");
    expect(cutText("ab", 3)).toBe("ab");
    expect(cutText("😀", 0)).toBe("");
  });

  it("is whole characters, and one unit shorter at most", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, length) => {
        const cut = cutText(text, length);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
        expect(cut.length).toBeLessThanOrEqual(length);
      }),
    );
  });
});
