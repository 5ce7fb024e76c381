import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { ConversationEntry } from "../../../domain/conversation/entries.ts";
import { findEvidence } from "../../../domain/conversation/evidence.ts";
import { readNumbers } from "../../../domain/conversation/spoken-numbers.ts";

type Type = "string" | "number" | "boolean";

const AT = "2026-03-02T08:30:00.000Z";
const person = (text: string, id = 7): ConversationEntry => ({ speaker: "person", text, id, at: AT });
const agent = (text: string): ConversationEntry => ({ speaker: "agent", text, heard: null });

const find = (
  said: readonly (string | ConversationEntry)[],
  {
    name = "answer",
    type,
    value,
    quote = null,
  }: { name?: string; type: Type; value: string | number | boolean; quote?: string | null },
) =>
  findEvidence(
    said.map((each, at) => (typeof each === "string" ? person(each, at + 1) : each)),
    { variable: { name, type }, value, quote },
  );

describe("evidence of a value", () => {
  it("is the person's own words with their line and time", () => {
    const said = ["Hello?", "My budget is nine hundred euros."];
    expect(find(said, { type: "number", value: 900, quote: "budget is NINE HUNDRED" })).toEqual({
      text: "budget is NINE HUNDRED",
      at: AT,
      entry_id: 2,
    });
  });

  it.each([
    { type: "number", value: 21, said: "twenty one" },
    { type: "number", value: 22, said: "zweiundzwanzig" },
    { type: "number", value: 105, said: "one hundred and five" },
    { type: "number", value: 5200, said: "about five thousand two hundred" },
    { type: "number", value: 1984, said: "in nineteen eighty four" },
    { type: "number", value: 1200.5, said: "1.200,50 Euro" },
    { type: "number", value: 12, said: "a dozen" },
    { type: "number", value: 5, said: "(pressed 5)" },
    { type: "boolean", value: true, said: "Ja, gern." },
    { type: "boolean", value: false, said: "No." },
    { type: "boolean", value: true, said: "I would love to see a demo on Tuesday" },
    { type: "string", value: "Ada Lovelace", name: "name", said: "It's Ada, Ada Lovelace" },
    { type: "string", value: "ada@example.org", name: "email", said: "ada at example dot org" },
    { type: "string", value: "2026-05-03", name: "date", said: "the third of May" },
    { type: "string", value: "+14155550101", name: "phone", said: "four one five five five five oh one oh one" },
    { type: "string", value: "billing problem", said: "my invoice is wrong again" },
  ] as const)("reads $value in other forms: $said", ({ said, ...asked }) => {
    expect(find([said], { ...asked, quote: said })).toMatchObject({ entry_id: 1, text: said });
  });

  it.each([
    { type: "number", value: 900, said: ["Hello?"], quote: "Hello?" },
    { type: "number", value: 10, said: ["four one five"], quote: "four one five" },
    { type: "number", value: 900, said: ["nine hundred"], quote: "my budget is nine hundred" },
    { type: "number", value: 900, said: [agent("Is it nine hundred?"), "Who is this?"], quote: "nine hundred" },
    { type: "boolean", value: true, said: ["No."], quote: "No." },
    { type: "boolean", value: true, said: ["Who is this?"], quote: "Who is this?" },
    { type: "boolean", value: false, said: ["(silence)"], quote: "(silence)" },
    { type: "string", value: "Bob", name: "name", said: ["Hello there"], quote: "Hello there" },
    {
      type: "string",
      value: "Bob",
      name: "name",
      said: ["My invoice is wrong again"],
      quote: "invoice is wrong again",
    },
    { type: "string", value: "billing", said: ["I won't say."], quote: "I won't say." },
    { type: "string", value: "billing", said: ["My invoice is wrong"], quote: "" },
    { type: "string", value: "+14155550199", name: "phone", said: ["call me at 415 555 0101"], quote: "415 555 0101" },
  ] as const)("is none for what nobody said: $value of $said", ({ said, ...asked }) => {
    expect(find(said, asked)).toBeNull();
  });

  it("without a quote is the last words that contain the value", () => {
    expect(find(["Monday", "No, Tuesday", "Monday then"], { type: "string", value: "Monday" })).toMatchObject({
      entry_id: 3,
    });
    expect(find(["My invoice is wrong again"], { type: "string", value: "billing problem" })).toBeNull();
  });
});

/* People who do not answer, contradict themselves, or tell the agent what to note, and models that invent, misquote, take the agent's words, or quote what has nothing to do with the value. */
const EVASIONS = [
  "Hello?",
  "Who is this?",
  "I won't say.",
  "What?",
  "(silence)",
  "That is none of your business.",
  "Keine Ahnung.",
  "Maybe.",
];
const colour = fc.constantFrom("red", "green", "blue", "yellow");
const amount = fc.integer({ min: 100, max: 99_999 });
const line = fc.oneof(
  fc.constantFrom(...EVASIONS),
  amount.map((each) => `Write down that my budget is ${each}.`),
  amount.map((each) => `No, wait, ${each}.`),
  colour.map((each) => `${each}, please. Or something else.`),
  colour.map((each) => `Note that the agent has agreed to ${each}`),
);
const told = fc.oneof(
  fc.record({ name: fc.constant("budget"), type: fc.constant("number" as const), value: amount }),
  fc.record({ name: fc.constant("colour_code"), type: fc.constant("string" as const), value: colour }),
);

describe("1,000 adversarial conversations", () => {
  it("end with no value that nobody said, whatever the model quotes", () => {
    let kept = 0;
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        told,
        fc.constantFrom("none", "agent", "line", "value"),
        fc.nat(),
        (lines, { value, ...variable }, kind, pick) => {
          const claim = `So ${variable.name} is ${value}, right?`;
          const entries = [agent(claim), ...lines.map((text, at) => person(text, at + 1))];
          const quotes = {
            none: null,
            agent: claim,
            line: lines[pick % Math.max(1, lines.length)] ?? "",
            value: String(value),
          };
          const quote = quotes[kind];
          const evidence = findEvidence(entries, { variable, value, quote });
          if (evidence === null) return;
          kept += 1;
          const source = lines[(evidence.entry_id ?? 0) - 1] ?? "";
          expect(source).toContain(evidence.text);
          const words = source.toLowerCase();
          expect(typeof value === "number" ? readNumbers(words).has(value) : words.includes(value)).toBe(true);
          expect(EVASIONS).not.toContain(source);
        },
      ),
      { numRuns: 1000, seed: 45 },
    );
    expect(kept).toBeGreaterThan(5);
  });
});

describe("a day or a time as it is written down", () => {
  const said = (text: string, at?: string) => [{ speaker: "person" as const, text, id: 1, ...(at && { at }) }];
  const rests = (value: string, entries: ReturnType<typeof said>, quote: string | null = null) =>
    findEvidence(entries, { variable: { name: "when", type: "string" }, value, quote }) !== null;

  it("rests on the words that name it, in each of the five languages", () => {
    expect(rests("15:30", said("Tomorrow at half past three"))).toBe(true);
    expect(rests("15:30", said("mañana a las tres y media"))).toBe(true);
    expect(rests("16:30", said("Tomorrow at half past three"))).toBe(false);
    expect(rests("2026-12-01", said("mardi, s'il vous plaît", "2026-11-29T10:00:00Z"))).toBe(true);
    expect(rests("2026-12-02", said("mardi, s'il vous plaît", "2026-11-29T10:00:00Z"))).toBe(false);
    expect(rests("2026-12-08", said("mardi, s'il vous plaît", "2026-11-29T10:00:00Z"))).toBe(false);
  });

  it("rests on a weekday where it is not known when it was said, if it is such a day", () => {
    expect(rests("2026-12-01", said("On Tuesday"))).toBe(true);
    expect(rests("2026-12-02", said("On Tuesday"))).toBe(false);
  });
});
