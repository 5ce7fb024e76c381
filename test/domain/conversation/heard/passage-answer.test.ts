import { describe, expect, it } from "@jest/globals";
import { choosePassageAnswer } from "../../../../domain/conversation/heard/passage-answer.ts";
import { endByForce } from "../../../harness/end-by-force.ts";

const passages = [
  {
    under: "House › When are you open?",
    fit: 0.3,
    text: "*What are your opening hours?*\nWe are open from nine to five, and on\nSaturdays until noon. On Sundays we rest. Dogs are welcome.",
  },
  {
    under: "House › Öffnungszeiten",
    fit: 0.2,
    text: "Wir haben von neun bis fünf geöffnet. Hunde sind willkommen.",
  },
  { under: "Parking", fit: 0.25, text: "Cars are parked behind the house. Run `park --now` | see a/b." },
];

describe("the answer from passages", () => {
  it.each([
    ["when are you open", "We are open from nine to five, and on Saturdays until noon. On Sundays we rest."],
    ["What are the opening hours?", "We are open from nine to five, and on Saturdays until noon. On Sundays we rest."],
    ["Sind Hunde willkommen?", "Hunde sind willkommen."],
    ["Where are cars parked?", "Cars are parked behind the house."],
    ["Do you sell bread?", null],
    ["Who are you?", null],
    ["", null],
  ])("to “%s” is one or two sentences that fit, or none", (question, answer) => {
    expect(choosePassageAnswer(question, passages)).toBe(answer);
  });

  it("needs more than one word in common where the index finds that a passage does not fit", () => {
    const text = "Hunde sind willkommen.";
    expect(choosePassageAnswer("Sind Hunde erlaubt?", [{ text, under: "", fit: 0.05 }])).toBeNull();
    expect(choosePassageAnswer("Sind Hunde willkommen?", [{ text, under: "", fit: 0.01 }])).toBeNull();
    expect(choosePassageAnswer("Sind Hunde willkommen?", [{ text, under: "", fit: 0.05 }])).toBe(text);
    const hours = { text: "We open at nine.", under: "" };
    expect(choosePassageAnswer("Do you open?", [{ ...hours, fit: 0.05 }])).toBeNull();
    expect(choosePassageAnswer("Do you open?", [{ ...hours, fit: 0.3 }])).toBe("We open at nine.");
  });

  it("is not the one under a heading that asks for something else with one of its words", () => {
    const models = [{ under: "Can I use GPT?", text: "Enter its key in the console.", fit: 0.3 }];
    expect(choosePassageAnswer("Why should I use this?", models)).toBeNull();
    expect(choosePassageAnswer("Can I use GPT?", models)).toBe("Enter its key in the console.");
  });

  it("is not held up by a passage or a question of a million characters", () => {
    for (const piece of ["a b\n", " ", "What? ", "*", "word"]) {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
      endByForce(() => choosePassageAnswer("What is a word?", [{ text: long, under: long.slice(0, 500), fit: 1 }]));
      endByForce(() => choosePassageAnswer(long, passages));
    }
  });
});
