import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readScenarioFile, writeScenarioFile } from "../../../application/rehearsal/scenario-file.ts";
import { PERSONA_NAMES } from "../../../domain/rehearsal/scenario.ts";
import { writtenScenario } from "../../../domain/rehearsal/scenario-document.ts";

const text = fc
  .string({ minLength: 1, maxLength: 60, unit: "grapheme" })
  .filter((each) => each.trim() === each && each !== "");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

const line = fc.oneof(
  fc.record({ when: optional(text), say: text, interrupts_after_words: optional(fc.nat(200)) }),
  fc.record({ when: optional(text), press: fc.stringMatching(/^[0-9*#]{1,8}$/) }),
  fc.record({ silence_seconds: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ hang_up: fc.constant(true) }),
);
const caller = fc.oneof(
  fc.record({ kind: fc.constant("scripted"), lines: fc.array(line, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant("persona"), persona: fc.constantFrom(...PERSONA_NAMES), wants: optional(text) }),
  fc.record({ kind: fc.constant("persona"), who: text, wants: text, never: optional(text), model: optional(text) }),
);
const check = fc.oneof(
  fc.record({ kind: fc.constantFrom("says", "never_says"), text }),
  fc.record({ kind: fc.constant("ends_at"), step: text }),
  fc.record({ kind: fc.constant("variable"), name: text, equals: optional(json) }),
  fc.record({ kind: fc.constant("judge"), question: text, expects: fc.boolean() }),
  fc.record({ kind: fc.constant("tool_called"), tool: text, times: optional(fc.integer({ min: 1, max: 9 })) }),
);
const scenario = fc
  .record({
    name: text,
    caller,
    context: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), json, { maxKeys: 3 }),
    direction: fc.constantFrom("inbound", "outbound"),
    timezone: optional(fc.constant("Europe/Berlin")),
    now: optional(fc.constant("2026-11-02T10:00:00Z")),
    tools: fc.dictionary(text, fc.record({ returns: json }), { maxKeys: 2 }),
    checks: fc.array(check, { maxLength: 4 }),
    runs: fc.integer({ min: 1, max: 10 }),
    must_pass: fc.boolean(),
  })
  .map((each) => writtenScenario.safeParse(each))
  .filter((read) => read.success)
  .map((read) => read.data);

/** What a JSON column keeps of it. */
const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a file of scenarios", () => {
  it("reads again what it was written from", () => {
    fc.assert(
      fc.property(fc.array(scenario, { minLength: 1, maxLength: 3 }), (scenarios) => {
        expect(kept(readScenarioFile(writeScenarioFile(scenarios)))).toEqual(kept({ scenarios }));
      }),
    );
  });

  it("says only what is not as usual", () => {
    const read = writtenScenario.parse({
      name: "Books",
      caller: { kind: "scripted", lines: [{ say: "Friday", when: "which day" }] },
    });
    expect(writeScenarioFile([read])).toBe(
      "scenarios:\n  - name: Books\n    turns:\n      - when: which day\n        user: Friday\n",
    );
  });

  it("has no key twice in a mapping, and tells of fifty faults at most, however large it is", () => {
    expect(readScenarioFile("name: A\nturns: []\nname: B\n")).toEqual({
      faults: [{ line: 3, message: "The key name stands twice in one mapping" }],
    });
    const large = `${Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join("\n")}\n`;
    const read = readScenarioFile(`scenarios:\n${"  - name: 1\n".repeat(200)}`);
    expect("faults" in read && read.faults).toHaveLength(50);
    expect("faults" in readScenarioFile(large)).toBe(true);
  });

  it("reads what Pipecat's evaluations mean alike", () => {
    const yaml = `
scenarios:
  - name: weather
    turns:
      - expect:
          - event: response
            eval: "greets the caller"
      - user: "What is the weather?"
        expect:
          - event: function_call
            calls:
              - name: get_weather
                args: { city: Bonn }
          - event: response
            text_contains: sunny
            text_excludes: snow
      - dtmf: "12#"
  - name: books
    persona: Jamie, who books a table
    goal: a table for two
    success: a table for two was booked
    runs: 3
`;
    const read = readScenarioFile(yaml);
    expect(read).toMatchObject({
      scenarios: [
        {
          caller: { kind: "scripted", lines: [{ say: "What is the weather?" }, { press: "12#" }] },
          checks: [
            { kind: "judge", question: "Is this so: greets the caller?", expects: true },
            { kind: "tool_called", tool: "get_weather", arguments: { "$.city": "Bonn" } },
            { kind: "says", text: "sunny" },
            { kind: "never_says", text: "snow" },
          ],
        },
        {
          caller: { kind: "persona", who: "Jamie, who books a table", wants: "a table for two" },
          checks: [{ kind: "judge", question: "Is this so: a table for two was booked?" }],
          runs: 3,
        },
      ],
    });
  });

  it("tells each fault with its line", () => {
    const yaml = [
      "name: One",
      "turns:",
      "  - user: Hello",
      "  - press: x",
      "---",
      "turns: []",
      "checks:",
      "  - kind: sings",
    ].join("\n");
    const read = readScenarioFile(yaml);
    expect("faults" in read ? read.faults.map(({ line }) => line) : []).toEqual([4, 6, 8]);
    expect(read).toMatchObject({ faults: [{ message: expect.stringContaining("turns.1.dtmf") }, {}, {}] });
    expect(readScenarioFile("name: [")).toMatchObject({ faults: [{ line: 1 }] });
    expect(readScenarioFile("")).toMatchObject({ faults: [{ line: 1, message: "The file holds no scenario" }] });
  });

  it("leaves nothing out that it does not understand", () => {
    const yaml = "name: One\nturns:\n  - user: Hello\n    expect:\n      - event: response\n        within_ms: 800\n";
    expect(readScenarioFile(yaml)).toMatchObject({
      faults: [{ line: 5, message: expect.stringContaining("turns.0.expect.0: No check means this") }],
    });
    expect(readScenarioFile("name: One\nturns: []\nvoice: loud\n")).toMatchObject({
      faults: [{ message: expect.stringContaining("voice") }],
    });
  });

  const PERSONA = "name: One\npersona: Jamie\ngoal: a table\n";
  const TURN = "name: One\nturns:\n  - user: Hello\n    expect:\n";
  it.each([
    ["a goal without a persona", "name: One\nturns: []\ngoal: a table\n", 3, "goal: Only a persona"],
    ["what is never done without a persona", "name: One\nnever: shouts\n", 2, "never: Only a persona"],
    ["a model without a persona", "name: One\nmodel: some\n", 2, "model: Only a persona"],
    ["turns beside a persona", `${PERSONA}turns:\n  - user: Hello\n`, 5, "turns: A persona says lines of its own"],
    ["turns beside a ready persona", "name: One\nready_persona: angry\nturns: []\n", 3, "turns: A persona says"],
    ["an expect that is no list", "name: One\nturns:\n  - user: Hello\n    expect: a booking\n", 4, "Must be a list"],
    ["a success that is no text", `${PERSONA}success: [booked]\n`, 4, "success: Must be a text"],
    ["an empty success", `${PERSONA}success: ""\n`, 4, "success: Must be a text"],
    [
      "checks that are no list, beside a success",
      `${PERSONA}success: booked\nchecks: says\n`,
      5,
      "checks: Must be a list",
    ],
    ["calls that are no list", `${TURN}      - event: function_call\n        calls: book\n`, 5, "No check means this"],
    [
      "a call that is no mapping",
      `${TURN}      - event: function_call\n        calls: [book]\n`,
      5,
      "No check means this",
    ],
    [
      "arguments that are no mapping",
      `${TURN}      - { event: function_call, name: book, args: [1] }\n`,
      5,
      "No check",
    ],
    ["a call beside calls", `${TURN}      - { event: function_call, name: a, calls: [{ name: b }] }\n`, 5, "No check"],
    [
      "an eval that is no text, beside a text",
      `${TURN}      - { event: response, text_contains: a, eval: 1 }\n`,
      5,
      "No check",
    ],
    ["a turn that does nothing", "name: One\nturns:\n  - user: Hello\n  - {}\n", 4, "turns.1: A line has one of"],
  ])("refuses %s with its line, rather than leaving it out", (_, yaml, line, sentence) => {
    expect(readScenarioFile(yaml)).toEqual({ faults: [{ line, message: expect.stringContaining(sentence) }] });
  });

  it("tells the line of a turn behind one that only waits, and of an expectation whose text is too long", () => {
    const waits = "name: One\nturns:\n  - expect: [{ event: response, text_contains: a }]\n  - press: x\n";
    expect(readScenarioFile(waits)).toMatchObject({
      faults: [{ line: 4, message: expect.stringContaining("turns.1.dtmf") }],
    });
    const long = `${TURN}      - event: response\n        text_contains: ${"a".repeat(3_000)}\nchecks:\n  - { kind: says, text: b }\n`;
    expect(readScenarioFile(long)).toMatchObject({ faults: [{ line: 5 }] });
  });

  it("refuses what refers to itself", () => {
    expect(readScenarioFile("a: &a [x]\nb: *a")).toMatchObject({
      faults: [{ message: expect.stringContaining("aliases") }],
    });
  });
});
