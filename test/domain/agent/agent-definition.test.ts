import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { greetingOf, triggerOf, variablesOf } from "../../../domain/agent/agent-definition.ts";
import { minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";

const greeting = (text: string, context: Record<string, unknown> = {}) => greetingOf(minimalDefinition(text), context);

describe("the greeting", () => {
  it.each([
    ["Hello {{name}}", { name: "Ada" }, "Hello Ada"],
    ["Hello {{ name }}, {{name}}", { name: "Ada" }, "Hello Ada, Ada"],
    ["You owe {{amount}} {{contact.currency}}", { amount: 12.5, contact: { currency: "EUR" } }, "You owe 12.5 EUR"],
    ["A column {{a.b}}", { "a.b": "with a dot", a: { b: "nested" } }, "A column with a dot"],
    ["Hello {{name}}!", {}, "Hello !"],
    ["Hello {{name}}!", { name: null }, "Hello !"],
    ["Hello {{name}}!", { name: { first: "Ada" } }, "Hello !"],
    ["{{toString}}{{constructor.name}}{{__proto__}}", {}, ""],
    ["{{नाम}}, नमस्ते", { नाम: "अदा" }, "अदा, नमस्ते"],
    ["{{First name}} {name} {{}}", { "First name": "Ada" }, "Ada {name}"],
    ["{{a}}", { a: "{{b}}", b: "again" }, "{{b}}"],
    ["{{a}}", { a: "$& $1" }, "$& $1"],
  ])("%s with %p is %s", (text, context, expected) => {
    expect(greeting(text, context)).toBe(expected);
  });

  it("of one call may be another", () => {
    const context = { name: "Ada", greeting_override: { type: "text", text: "Good day, {{name}}" } };
    expect(greeting("Hello", context)).toBe("Good day, Ada");
    expect(greeting("Hello", { greeting_override: { type: "audio", recording_id: "r" } })).toBe("Hello");
  });

  it("is empty where there is none in words", () => {
    expect(greetingOf({}, {})).toBe("");
    expect(greetingOf({ nodes: [{ type: "startCall", data: {} }] }, {})).toBe("");
    const recorded = { type: "startCall", data: { greeting: "Hello", greeting_type: "audio" } };
    expect(greetingOf({ nodes: [recorded] }, {})).toBe("");
  });

  it("without variables is said as it is, and nothing breaks it", () => {
    fc.assert(
      fc.property(fc.string(), (text) => fc.pre(!text.includes("{{")) ?? expect(greeting(text)).toBe(text.trim())),
    );
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (nodes, context) => {
        expect(typeof greetingOf({ nodes }, context)).toBe("string");
      }),
    );
  });
});

it("the variables are those that are spoken, without those that the call gathers", () => {
  const { nodes, edges } = minimalDefinition("Hello {{name}}, about {{order.id}}");
  const ask = {
    type: "agentNode",
    data: { prompt: "Ask {{name}} for {{age}}", extraction_variables: [{ name: "age" }] },
  };
  const webhook = { type: "webhook", data: { payload_template: { id: "{{workflow_run_id}}" } } };
  const spoken = { data: { transition_speech: "One moment, {{title}}" } };
  expect(variablesOf({ nodes: [...nodes, ask, webhook], edges: [...edges, spoken] })).toEqual([
    "name",
    "order.id",
    "title",
  ]);
  expect(variablesOf({})).toEqual([]);
});

it("the trigger is the path of its node, unless that is empty", () => {
  expect(triggerOf(triggeredDefinition({ trigger_path: "p" }))).toEqual({ path: "p", enabled: true });
  expect(triggerOf(triggeredDefinition({ trigger_path: "p", enabled: false }))).toEqual({ path: "p", enabled: false });
  expect(triggerOf(triggeredDefinition({ trigger_path: "" }))).toBeNull();
  expect(triggerOf(minimalDefinition())).toBeNull();
});
