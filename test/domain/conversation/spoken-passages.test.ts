import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { cutSpokenWords, findEntryAt, MOST_SPOKEN_PASSAGES } from "../../../domain/conversation/spoken-passages.ts";

const words = fc.array(
  fc.record({ id: fc.integer({ min: 1 }), text: fc.string({ unit: "grapheme", maxLength: 1_500 }) }),
  { maxLength: 40 },
);

it("every word that was said is in a passage, in its order, and no passage is longer than is searched well", () => {
  fc.assert(
    fc.property(words, (said) => {
      const passages = cutSpokenWords(said);
      const joined = passages.map(({ text }) => text).join("");
      const bare = (text: string) => text.replaceAll(/\s/g, "");
      expect(bare(joined)).toBe(bare(said.map(({ text }) => text).join("")));
      expect(passages.every(({ text }) => text.length <= 640 && text.isWellFormed())).toBe(true);
      expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, index) => index));
    }),
  );
});

it("the same words are cut alike, and a place in a passage leads to the entry that holds it", () => {
  const said = [
    { id: 7, text: "Hello, this is Mira." },
    { id: 9, text: "I want an appointment." },
  ];
  const [passage] = cutSpokenWords(said);
  expect(passage).toEqual({
    ordinal: 0,
    text: "Hello, this is Mira.\nI want an appointment.",
    entries: [
      { id: 7, start: 0 },
      { id: 9, start: 21 },
    ],
  });
  expect(cutSpokenWords(said)).toEqual(cutSpokenWords([...said]));
  expect([0, 20, 21, 40].map((place) => passage && findEntryAt(passage, place))).toEqual([7, 7, 9, 9]);
});

it("a conversation without an end has a bounded number of passages", () => {
  const said = Array.from({ length: 2_000 }, (_, id) => ({ id, text: "word ".repeat(100).trim() }));
  expect(cutSpokenWords(said)).toHaveLength(MOST_SPOKEN_PASSAGES);
});
