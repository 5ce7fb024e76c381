import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type FormerWords, hideInSentence, hideInTurn } from "../../../domain/conversation/hide-in-turn.ts";
import { isCard } from "../../../domain/privacy/check-digits.rules.ts";
import { hideInJson, hideInValue } from "../../../domain/privacy/hide-sensitive.ts";
import type { Redaction } from "../../../domain/privacy/redaction-setting.ts";
import { SENSITIVE_KINDS } from "../../../domain/privacy/sensitive-kinds.ts";
import { findDigits } from "../../../domain/privacy/spoken-digits.rules.ts";
import { seeded } from "../privacy/planted-texts.ts";

const ALL: Redaction = { kinds: new Set(SENSITIVE_KINDS), in: new Set(["words"]), keepsOriginal: false, country: null };
const CARDS: Redaction = { ...ALL, kinds: new Set(["card"]) };

/** Plays a conversation as it is stored: each turn changes what stands before it. */
const play = (said: readonly (readonly ["agent" | "person", string])[], redaction: Redaction): string[] => {
  const rows: FormerWords[] = [];
  let leftOut: ReturnType<typeof hideInTurn>["digits"] = [];
  for (const [speaker, text] of said) {
    if (speaker === "agent") {
      rows.push({ id: rows.length, speaker, text: hideInSentence(text, redaction, leftOut) });
      continue;
    }
    const hidden = hideInTurn(text, rows, redaction);
    leftOut = hidden.digits;
    for (const { id, text: changed } of hidden.former) {
      const row = rows[id];
      if (row) row.text = changed;
    }
    rows.push({ id: rows.length, speaker, text: hidden.text });
  }
  return rows.map(({ text }) => text);
};

const speak = (digits: string) =>
  Array.from(
    digits,
    (digit) => ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][Number(digit)],
  ).join(" ");

describe("a number that is said in several turns", () => {
  it("is left out of all of them, also of those before, where nobody has asked for it", () => {
    expect(
      play(
        [
          ["person", "Sure, 4242 4242"],
          ["agent", "Go on."],
          ["person", "4242 4242."],
        ],
        CARDS,
      ),
    ).toEqual(["Sure, [card]", "Go on.", "[card]."]);
  });

  it("is left out of each of them at once where the agent has asked, in five languages", () => {
    for (const question of [
      "What is your card number?",
      "Wie lautet Ihre Kartennummer?",
      "¿Cuál es el número de su tarjeta?",
      "Quel est le numéro de votre carte bancaire ?",
      "Jaki jest numer karty?",
    ])
      expect(
        play(
          [
            ["agent", question],
            ["person", "four two four two"],
            ["agent", "Yes?"],
            ["person", "9999"],
          ],
          CARDS,
        ),
      ).toEqual([question, "[card]", "Yes?", "[card]"]);
  });

  it("is not said back into the words either, in parts of three digits or more", () => {
    const rows = play(
      [
        ["agent", "Your card number, please?"],
        ["person", "4242 4242 4242 4242"],
        ["agent", "It ends in 4242, four two four two. In 12 months it is over, and 555 is the code."],
      ],
      CARDS,
    );
    expect(rows.at(-1)).toBe("It ends in [card]. In 12 months it is over, and 555 is the code.");
  });

  it("is found however it is cut into turns, whether written or spoken, and no digit of it is left", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.uniqueArray(fc.integer({ min: 3, max: 13 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        (seed, cuts, spoken) => {
          const random = seeded(seed);
          let number = "";
          do number = `4${random.digits(15)}`;
          while (!isCard(number));
          const places = [0, ...cuts.toSorted((one, other) => one - other), number.length];
          const parts = places.slice(0, -1).map((from, at) => number.slice(from, places[at + 1]));
          // A single digit is a word like any other.
          fc.pre(parts.every(({ length }) => length > 1));
          const said = parts.flatMap((part, at): (readonly ["agent" | "person", string])[] => [
            ["person", spoken[at] ? speak(part) : part],
            ["agent", "Mm."],
          ]);
          const rows = play(said, CARDS);
          expect(rows.flatMap((text) => findDigits(text))).toEqual([]);
        },
      ),
    );
  });

  it("takes no innocent numbers of several turns together", () => {
    const said = [
      ["agent", "How many people?"],
      ["person", "12"],
      ["agent", "On which day?"],
      ["person", "The 24th, at 1830"],
      ["agent", "And your ticket?"],
      ["person", "1234"],
    ] as const;
    expect(play(said, CARDS)).toEqual(said.map(([, text]) => text));
  });
});

describe("what is sensitive in JSON", () => {
  it("is left out of texts and long numbers, and the JSON stays JSON", () => {
    expect(JSON.parse(hideInJson('{"card":4242424242424242,"at":"4242 4242 4242 4242","count":42}', ALL))).toEqual({
      card: "[card]",
      at: "[card]",
      count: 42,
    });
  });

  it("leaves ids, times and the numbers of the call itself as they are", () => {
    const kept = {
      id: "4b0e8400-2222-4111-8444-424242424242",
      at: "2026-11-29T10:00:00.000Z",
      called_number: "+14155550171",
      when: new Date(0),
    };
    expect(hideInValue(kept, ALL)).toEqual(kept);
    expect(hideInValue({ other: "+14155550171" }, ALL)).toEqual({ other: "[phone_number]" });
  });
});
