import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readGraph } from "../../../domain/conversation/agent-graph.ts";
import { checkConversation } from "../../../domain/rehearsal/check-conversation.ts";
import type { CheckResult } from "../../../domain/rehearsal/check-result.ts";
import type { PlayedConversation } from "../../../domain/rehearsal/played-conversation.ts";
import type { ExactCheck } from "../../../domain/rehearsal/scenario-check.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { called, playedOf, spoken } from "./played.ts";

const graph = readGraph({ ...receptionDefinition() });
const checked = (played: PlayedConversation, check: ExactCheck) => checkConversation({ played, graph }, check);
const passes = (played: PlayedConversation, check: ExactCheck): boolean => checked(played, check).passed;

describe("says and never_says", () => {
  const played = playedOf([
    spoken("agent", "Good  morning, Ada."),
    spoken("agent", "It\u2019s Friday."),
    spoken("person", "I promise"),
  ]);

  it("compare without case, spaces and kinds of quotation marks, over the ends of sentences", () => {
    for (const text of ["good morning", "it's friday", "Ada. It's"]) {
      expect(passes(played, { kind: "says", text })).toBe(true);
      expect(passes(played, { kind: "never_says", text })).toBe(false);
    }
  });

  it("look at the agent's words alone", () => {
    expect(passes(played, { kind: "never_says", text: "I promise" })).toBe(true);
  });

  it("are never both true, whatever was said", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ minLength: 1 }), (sentences, text) => {
        const some = playedOf(sentences.map((each) => spoken("agent", each)));
        expect(passes(some, { kind: "says", text })).toBe(!passes(some, { kind: "never_says", text }));
      }),
    );
  });

  it("keep the sentences that decided, with their step", () => {
    expect(checked(played, { kind: "never_says", text: "friday" })).toMatchObject({
      found: "It said that",
      node_id: "start",
      sentences: ["It\u2019s Friday."],
    });
  });
});

describe("steps", () => {
  const played = playedOf([], { steps: ["start", "booking", "end"] });

  it("are found by id and by name", () => {
    expect(passes(played, { kind: "reaches", step: "booking" })).toBe(true);
    expect(passes(played, { kind: "reaches", step: "Booking" })).toBe(true);
    expect(passes(played, { kind: "never_reaches", step: "booking" })).toBe(false);
    expect(passes(played, { kind: "ends_at", step: "goodbye" })).toBe(true);
    expect(checked(played, { kind: "ends_at", step: "booking" })).toMatchObject({
      passed: false,
      found: "It went Greeting, Booking, Goodbye",
      node_id: "end",
    });
  });
});

describe("variables", () => {
  const played = playedOf([], { variables: { day: "Friday", people: 4, none: "" } });

  it("are compared by value, words without case", () => {
    expect(passes(played, { kind: "variable", name: "day" })).toBe(true);
    expect(passes(played, { kind: "variable", name: "day", equals: "friday" })).toBe(true);
    expect(passes(played, { kind: "variable", name: "people", equals: 4 })).toBe(true);
    expect(passes(played, { kind: "variable", name: "people", equals: "4" })).toBe(false);
    expect(passes(played, { kind: "variable", name: "none" })).toBe(false);
    expect(passes(played, { kind: "variable", name: "none", equals: null })).toBe(true);
    expect(passes(played, { kind: "variable", name: "day", equals: null })).toBe(false);
  });
});

describe("the disposition", () => {
  it("is compared without case, and none is no other", () => {
    const check = { kind: "disposition", equals: "Sold" } as const;
    expect(["sold", "unsold", null].map((disposition) => passes(playedOf([], { disposition }), check))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("tools", () => {
  const order = { day: "Friday", items: [{ name: "soup" }, { name: "bread" }] };
  const played = playedOf([called("book_a_table", order), called("book_a_table", { day: "Monday" })]);

  it("are named as people name them or as the model calls them", () => {
    expect(passes(played, { kind: "tool_called", tool: "Book a table" })).toBe(true);
    expect(passes(played, { kind: "tool_called", tool: "book_a_table" })).toBe(true);
    expect(passes(played, { kind: "tool_not_called", tool: "Book a table" })).toBe(false);
    expect(passes(played, { kind: "tool_not_called", tool: "cancel" })).toBe(true);
  });

  it("have their arguments compared by JSON path, and how often", () => {
    const tool = "Book a table";
    expect(passes(played, { kind: "tool_called", tool, arguments: { "$.items[1].name": "Bread" } })).toBe(true);
    expect(passes(played, { kind: "tool_called", tool, arguments: { "$.items[*].name": "soup" }, times: 1 })).toBe(
      true,
    );
    expect(passes(played, { kind: "tool_called", tool, arguments: { "$.day": "Sunday" } })).toBe(false);
    expect(passes(played, { kind: "tool_called", tool, times: 1 })).toBe(false);
    expect(checked(played, { kind: "tool_called", tool, times: 1 }).found).toMatch(/^It was called 2 times: /);
  });
});

it("turns are counted", () => {
  expect(passes(playedOf([], { turns: 3 }), { kind: "turns_at_most", turns: 3 })).toBe(true);
  expect(passes(playedOf([], { turns: 4 }), { kind: "turns_at_most", turns: 3 })).toBe(false);
});

describe("what is found where a check fails", () => {
  const played = playedOf([called("book_a_table", { day: "Friday" }, "booking"), spoken("agent", "Done.", "end")], {
    turns: 4,
    steps: ["start", "booking", "end"],
    variables: { day: "Friday" },
    disposition: "sold",
  });

  it.each<[ExactCheck, Partial<CheckResult>]>([
    [
      { kind: "tool_not_called", tool: "cancel" },
      { passed: true, found: null, node_id: null },
    ],
    [
      { kind: "tool_not_called", tool: "Book a table" },
      {
        passed: false,
        expected: "The agent does not call Book a table",
        found: 'It was called once: {"day":"Friday"}',
        node_id: "booking",
      },
    ],
    [
      { kind: "tool_called", tool: "cancel" },
      { passed: false, expected: "The agent calls cancel", found: "It was not called" },
    ],
    [
      { kind: "tool_called", tool: "cancel", times: 1, arguments: { "$.day": "Friday" } },
      { passed: false, expected: 'The agent calls cancel once with {"$.day":"Friday"}', node_id: "end" },
    ],
    [
      { kind: "tool_called", tool: "cancel", times: 2 },
      { passed: false, expected: "The agent calls cancel 2 times" },
    ],
    [
      { kind: "variable", name: "day" },
      { passed: true, expected: "The variable day is set", found: null },
    ],
    [
      { kind: "variable", name: "day", equals: "Monday" },
      { passed: false, expected: 'The variable day is "Monday"', found: 'It is "Friday"' },
    ],
    [
      { kind: "variable", name: "people" },
      { passed: false, found: "It is not set" },
    ],
    [
      { kind: "disposition", equals: "sold" },
      { passed: true, expected: 'The disposition is "sold"', found: null, node_id: null },
    ],
    [
      { kind: "disposition", equals: "lost" },
      { passed: false, found: 'It is "sold"', node_id: "end" },
    ],
    [
      { kind: "turns_at_most", turns: 4 },
      { passed: true, found: null, node_id: null },
    ],
    [
      { kind: "turns_at_most", turns: 3 },
      { passed: false, expected: "The agent speaks at most 3 times", found: "It spoke 4 times", node_id: "end" },
    ],
  ])("%j: %j", (check, found) => {
    expect(checked(played, check)).toMatchObject(found);
  });
});
