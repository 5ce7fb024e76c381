import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { fillVariables, findTrigger, listVariables, readGreeting } from "../../../domain/agent/agent-definition.ts";
import { createRefusingBudget } from "../../../domain/agent/value-budget.ts";
import { minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";
import { endByForce } from "../../harness/end-by-force.ts";

const greeting = (text: string, context: Record<string, unknown> = {}) =>
  readGreeting(minimalDefinition(text), context).text;
const NOTHING = { text: "", recordingId: null };

describe("the greeting", () => {
  it.each([
    ["Hello {{name}}", { name: "Ada" }, "Hello Ada"],
    ["Hello {{ name }}, {{name}}", { name: "Ada" }, "Hello Ada, Ada"],
    ["You owe {{amount}} {{contact.currency}}", { amount: 12.5, contact: { currency: "EUR" } }, "You owe 12.5 EUR"],
    ["A column {{a.b}}", { "a.b": "with a dot", a: { b: "nested" } }, "A column with a dot"],
    ["Hello {{name}}!", {}, "Hello!"],
    ["Hello {{name}}!", { name: null }, "Hello!"],
    ["Hello {{name}}!", { name: { first: "Ada" } }, "Hello!"],
    ["Hello {{name}}, this is {{agent}}.", { agent: "Mira" }, "Hello, this is Mira."],
    ["{{name}}, good day. {{title}} {{name}}, one moment.", {}, "Good day. One moment."],
    ["Guten Tag {{title}} {{name}}, hier ist Mira.", { name: "Ada" }, "Guten Tag Ada, hier ist Mira."],
    ["Your order {{number}} is on its way ({{day}})", {}, "Your order is on its way ()"],
    ["{{toString}}{{constructor.name}}{{__proto__}}", {}, ""],
    ["{{नाम}}, नमस्ते", { नाम: "अदा" }, "अदा, नमस्ते"],
    ["{{First name}} {name} {{}}", { "First name": "Ada" }, "Ada {name}"],
    ["{{a}}", { a: "{{b}}", b: "again" }, "{{b}}"],
    ["{{a}}", { a: "$& $1" }, "$& $1"],
  ])("%s with %p is %s", (text, context, expected) => {
    expect(greeting(text, context)).toBe(expected);
  });

  it("the greeting of one call may be another", () => {
    const context = { name: "Ada", greeting_override: { type: "text", text: "Good day, {{name}}" } };
    expect(greeting("Hello", context)).toBe("Good day, Ada");
    const recorded = { greeting_override: { type: "audio", recording_id: "r" } };
    expect(readGreeting(minimalDefinition("Hello"), recorded)).toEqual({ text: "Hello", recordingId: "r" });
    for (const broken of [7, {}, { type: "audio" }, { type: "text", text: 7 }]) {
      expect(readGreeting(minimalDefinition("Hello"), { greeting_override: broken })).toEqual({
        text: "Hello",
        recordingId: null,
      });
    }
  });

  it("is nothing where there is none, and a recording where the definition names one", () => {
    expect(readGreeting({}, {})).toEqual(NOTHING);
    expect(readGreeting({ nodes: [{ type: "startCall", data: {} }] }, {})).toEqual(NOTHING);
    const data = { greeting: "Hello", greeting_type: "audio", greeting_recording_id: "hello" };
    const recorded = (more: object) => readGreeting({ nodes: [{ type: "startCall", data: { ...data, ...more } }] }, {});
    expect(recorded({})).toEqual({ text: "Hello", recordingId: "hello" });
    expect(recorded({ greeting: undefined })).toEqual({ text: "", recordingId: "hello" });
    expect(recorded({ greeting_type: "text" })).toEqual({ text: "Hello", recordingId: null });
  });

  it("has no hole where a value is missing, and is otherwise as its author has written it", () => {
    const word = fc.constantFrom("Hello", "Mira", "day", "to", "you");
    const mark = fc.constantFrom(",", ".", "!", "?", "");
    const part = fc.tuple(fc.oneof(word, fc.constant("{{name}}")), mark).map((both) => both.join(""));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const text = parts.join(" ");
        expect(greeting(text, { name: "Ada" })).toBe(text.replaceAll("{{name}}", "Ada"));
        expect(greeting(text)).not.toMatch(/\s\s|\s[,.!?]|^[\s,.!?]|,[,.!?]/);
      }),
    );
  });

  it("closes every gap as a search from each of its places does", () => {
    const part = fc.constantFrom("{{x}}", " ", "\n", ",", ".", "a");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(greeting(text)).toBe(fillSlowly(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["blanks", " ".repeat(1_000_000)],
    ["missing values", "{{x}}".repeat(1_000_000)],
    ["both in turn", " {{x}}".repeat(1_000_000)],
    ["blanks behind commas", `${",".repeat(1_000_000)}${" ".repeat(1_000_000)}`],
  ])("of a million %s holds nobody up", (_what, row) => {
    expect(endByForce(() => greeting(`a${row}b`)).at(0)).toBe("a");
  });

  it("takes so much of its values as somebody listens to", () => {
    const said = greeting("{{a}}, {{a}}, {{b}}.", { a: "x".repeat(4_000), b: "y" });
    expect(said).toBe(`${"x".repeat(4_000)}, ${"x".repeat(1_000)}.`);
    expect(greeting("{{a}}", { a: `${"x".repeat(4_999)}😀` }).isWellFormed()).toBe(true);
  });

  it("without variables is said as it is, and nothing breaks it", () => {
    fc.assert(
      fc.property(fc.string(), (text) => fc.pre(!text.includes("{{")) ?? expect(greeting(text)).toBe(text.trim())),
    );
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (nodes, context) => {
        expect(typeof readGreeting({ nodes }, context).text).toBe("string");
      }),
    );
  });
});

/** What closes gaps in as plain a way, which takes the square of a row of blanks. */
const fillSlowly = (text: string): string =>
  text
    .replaceAll("{{x}}", "\0")
    .replaceAll(/(^\s*|[.!?…।]\s+)(?:\0[,;:.!?…।]?\s*)+(\p{Ll}?)/gu, (_match, before: string, first: string) => {
      return before + first.toUpperCase();
    })
    .replaceAll(/[,;:]?(?:\s*\0)+(?=[,;:.!?…।)]|$)|\s*\0+(?=\s)/gu, "")
    .replaceAll("\0", "")
    .trim();

it("values are refused where they come to too much for all texts together", () => {
  const room = createRefusingBudget(10, (sentence) => new Error(sentence));
  const context = { a: "12345" };
  expect(fillVariables("{{a}} and {{a}}", context, room)).toBe("12345 and 12345");
  expect(() => fillVariables("{{a}}", context, room)).toThrow(
    "the values of its variables come to more than 10 characters",
  );
});

it("the variables are those that are spoken, without those that the call gathers", () => {
  const { nodes, edges } = minimalDefinition("Hello {{name}}, about {{order.id}}");
  const ask = {
    type: "agentNode",
    data: { prompt: "Ask {{name}} for {{age}}", extraction_variables: [{ name: "age" }] },
  };
  const webhook = { type: "webhook", data: { payload_template: { id: "{{workflow_run_id}}" } } };
  const spoken = { data: { transition_speech: "One moment, {{title}}" } };
  expect(listVariables({ nodes: [...nodes, ask, webhook], edges: [...edges, spoken] })).toEqual([
    "name",
    "order.id",
    "title",
  ]);
  expect(listVariables({})).toEqual([]);
});

it("the trigger is the path of its node, unless that is empty", () => {
  expect(findTrigger(triggeredDefinition({ trigger_path: "p" }))).toEqual({ path: "p", enabled: true });
  expect(findTrigger(triggeredDefinition({ trigger_path: "p", enabled: false }))).toEqual({
    path: "p",
    enabled: false,
  });
  expect(findTrigger(triggeredDefinition({ trigger_path: "" }))).toBeNull();
  expect(findTrigger(minimalDefinition())).toBeNull();
});
