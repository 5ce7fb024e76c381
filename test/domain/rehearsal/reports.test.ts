import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isJsonPath, readJsonPath } from "../../../domain/json/json-path.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import { openCallerScript } from "../../../domain/rehearsal/caller-lines.ts";
import { type ComparedConversation, compareRehearsals } from "../../../domain/rehearsal/compare-rehearsals.ts";
import { judgeConversation } from "../../../domain/rehearsal/judge.ts";
import { writeJunitReport } from "../../../domain/rehearsal/junit-report.ts";
import {
  applyRehearsalCommand,
  CONVERSATION_STATES,
  CONVERSATIONS_AT_A_TIME,
  countPlayed,
  isRehearsalOver,
  MOST_REHEARSALS_UNDER_WAY,
  REHEARSAL_COMMANDS,
  REHEARSAL_STATES,
} from "../../../domain/rehearsal/rehearsal.rules.ts";

describe("a judge", () => {
  const judging = (answers: (boolean | null)[], expects = true) => {
    let asked = 0;
    const model: ChatModel = {
      name: "openai/judge",
      reply: async function* () {
        const answer = answers[asked];
        asked += 1;
        if (answer !== null)
          yield {
            kind: "call",
            id: "1",
            name: "verdict",
            arguments: JSON.stringify({ answer, sentences: ["Hello."] }),
          };
      },
    };
    const { signal } = new AbortController();
    const result = judgeConversation(model, { entries: [], question: "Was it kind?", expects, signal });
    return { result, asked: () => asked };
  };

  it("is asked three times, must agree, and keeps the sentences that decided", async () => {
    const { result, asked } = judging([true, true, true]);
    expect(await result).toMatchObject({ passed: true, sentences: ["Hello."], expected: "Was it kind? Yes" });
    expect(asked()).toBe(3);
    expect(await judging([false, false, false]).result).toMatchObject({ passed: false, found: "The judge said no" });
    expect(await judging([true, false, true]).result).toMatchObject({
      passed: false,
      found: "The judge did not agree with itself",
    });
  });

  it("may be expected to say no", async () => {
    expect(await judging([false, false, false], false).result).toEqual({
      kind: "judge",
      expected: "Was it kind? No",
      passed: true,
      found: null,
      node_id: null,
      sentences: ["Hello."],
    });
    expect(await judging([true, true, true], false).result).toMatchObject({
      passed: false,
      found: "The judge said yes",
    });
  });

  it("a judge that gives no verdict fails the conversation", async () => {
    await expect(judging([null]).result).rejects.toThrow("The judge gave no verdict");
  });
});

describe("a comparison", () => {
  const one = (scenario: string, differences: Partial<ComparedConversation> = {}): ComparedConversation => ({
    scenario,
    run: 1,
    isGreen: true,
    firstWordsMs: [100],
    tokens: 100,
    turns: 3,
    ...differences,
  });

  it("names what became red and green, what is slower, tokens and turns of a conversation", () => {
    const before = [one("a"), one("b", { isGreen: false }), one("c"), one("gone")];
    const now = [
      one("a", { isGreen: false }),
      one("b"),
      one("c", { firstWordsMs: [900], tokens: 400, turns: 6 }),
      one("new"),
    ];
    expect(compareRehearsals(now, before)).toEqual({
      became_red: ["a"],
      became_green: ["b"],
      slower: [{ scenario_name: "c", before_ms: 100, now_ms: 900 }],
      tokens: { before: 100, now: 200 },
      turns: { before: 3, now: 4 },
    });
  });

  it.each([
    [1000, 1500, false],
    [1000, 1501, true],
    [400, 700, false],
    [400, 701, true],
    [100, 400, false],
    [100, 401, true],
  ])("takes answers after %d ms that come after %d ms now for slower: %s", (beforeMs, nowMs, isSlower) => {
    const { slower } = compareRehearsals(
      [one("a", { firstWordsMs: [nowMs] })],
      [one("a", { firstWordsMs: [beforeMs] })],
    );
    expect(slower).toEqual(isSlower ? [{ scenario_name: "a", before_ms: beforeMs, now_ms: nowMs }] : []);
  });

  it("takes a scenario for green only where all of its runs are", () => {
    const [green, red] = [one("a"), one("a", { run: 2, isGreen: false })];
    const both = [green, one("a", { run: 2 })];
    expect(compareRehearsals([green, red], both)).toMatchObject({ became_red: ["a"], became_green: [] });
    expect(compareRehearsals(both, [green, red])).toMatchObject({ became_red: [], became_green: ["a"] });
    expect(compareRehearsals([red, red], [green, red])).toMatchObject({ became_red: [], became_green: [] });
  });

  it("a comparison of a rehearsal with itself finds nothing", () => {
    const conversations = fc.array(
      fc.record({
        scenario: fc.constantFrom("a", "b"),
        run: fc.nat(9),
        isGreen: fc.boolean(),
        firstWordsMs: fc.array(fc.nat(5000)),
        tokens: fc.nat(9999),
        turns: fc.nat(50),
      }),
    );
    fc.assert(
      fc.property(conversations, (some) => {
        expect(compareRehearsals(some, some)).toMatchObject({ became_red: [], became_green: [], slower: [] });
      }),
    );
  });
});

it("a report in JUnit XML has a case for each conversation, with its faults, and carries any text", () => {
  const base = { run: 1, runs: 1, seconds: 0.5, faults: [], error: null };
  const xml = writeJunitReport("Reception <1>", [
    { ...base, scenario: "Books", state: "green" },
    {
      ...base,
      scenario: 'Says "no" & leaves\u0000',
      runs: 2,
      state: "red",
      faults: [
        { expected: "The agent says <hi>", found: "It never said that", sentences: [] },
        { expected: "It is kind", found: null, sentences: ["Go", "away"] },
      ],
    },
    { ...base, scenario: "Broken", state: "failed", error: "The model is unavailable" },
    { ...base, scenario: "Late", state: "canceled" },
  ]);
  expect(xml.split("\n").map((line) => line.trim())).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="Reception &lt;1&gt;" tests="4" failures="1" errors="1" skipped="1" time="2.000">',
    '<testsuite name="Reception &lt;1&gt;" tests="4" failures="1" errors="1" skipped="1" time="2.000">',
    '<testcase classname="Reception &lt;1&gt;" name="Books" time="0.500"/>',
    '<testcase classname="Reception &lt;1&gt;" name="Says &quot;no&quot; &amp; leaves (1 of 2)" time="0.500">',
    '<failure message="The agent says &lt;hi&gt;: It never said that"></failure>',
    '<failure message="It is kind">Go',
    "away</failure>",
    "</testcase>",
    '<testcase classname="Reception &lt;1&gt;" name="Broken" time="0.500">',
    '<error message="The model is unavailable"/>',
    "</testcase>",
    '<testcase classname="Reception &lt;1&gt;" name="Late" time="0.500">',
    "<skipped/>",
    "</testcase>",
    "</testsuite>",
    "</testsuites>",
    "",
  ]);
});

describe("the lines of a caller", () => {
  it("come in order, those with a cue when the agent says it, and silence while all wait", () => {
    const script = openCallerScript([{ say: "one" }, { when: "which day", say: "Friday" }, { say: "two" }]);
    expect(script.answer("Hello")).toEqual({ say: "one" });
    expect(script.answer("Which  DAY suits you?")).toMatchObject({ say: "Friday" });
    expect(script.answer("Fine")).toEqual({ say: "two" });
    expect(script.answer("Anything else?")).toEqual({ hang_up: true });
    const waiting = openCallerScript([{ when: "goodbye", say: "Bye" }]);
    expect(waiting.answer("Hello")).toEqual({ silence_seconds: 10 });
    expect(waiting.left()).toBe(1);
  });
});

describe("JSON paths", () => {
  it("name places by name, index and star", () => {
    const value = { day: "Friday", items: [{ "a b": 1 }, { "a b": 2 }] };
    expect(readJsonPath(value, "$.day")).toEqual(["Friday"]);
    expect(readJsonPath(value, "$.items[1]['a b']")).toEqual([2]);
    expect(readJsonPath(value, "$.items[*]['a b']")).toEqual([1, 2]);
    expect(readJsonPath(value, "$.items[7].x")).toEqual([]);
    expect(readJsonPath(value, "$")).toEqual([value]);
  });

  it.each(["day", "$day", "$.", "$..day", "$[", "$['a", "$.a b", "$[-1]"])("%s is none", (path) => {
    expect(isJsonPath(path)).toBe(false);
    expect(readJsonPath({ day: 1 }, path)).toEqual([]);
  });

  it("find what is at a name, whatever the name", () => {
    fc.assert(
      fc.property(
        fc.string().filter((name) => !name.includes("'")),
        fc.jsonValue(),
        (name, value) => {
          expect(readJsonPath(Object.fromEntries([[name, value]]), `$['${name}']`)).toEqual([value]);
        },
      ),
    );
  });
});

describe("a rehearsal", () => {
  it.each([
    ["pause", "running", "paused"],
    ["pause", "paused", "paused"],
    ["resume", "paused", "running"],
    ["resume", "running", "running"],
    ["cancel", "running", "canceled"],
    ["cancel", "paused", "canceled"],
    ["cancel", "canceled", "canceled"],
  ] as const)("that gets the command %s while it is %s is %s", (command, state, to) => {
    expect(REHEARSAL_COMMANDS).toContain(command);
    expect(applyRehearsalCommand(state, command)).toEqual({ state: to });
  });

  it.each([
    ["done", "pause"],
    ["done", "resume"],
    ["done", "cancel"],
    ["canceled", "pause"],
    ["canceled", "resume"],
  ] as const)("that is %s takes no command: %s", (state, command) => {
    expect(applyRehearsalCommand(state, command)).toEqual({
      refusal: `The rehearsal is ${state}: start another one`,
    });
  });

  it("is over when it is done or canceled", () => {
    const over = REHEARSAL_STATES.filter(isRehearsalOver);
    expect([...over].sort()).toEqual(["canceled", "done"]);
    expect(REHEARSAL_STATES).toHaveLength(4);
  });

  it("has played what ended green, red or failed", () => {
    const counts = { waiting: 1, playing: 20, green: 300, red: 4_000, failed: 50_000, canceled: 600_000 };
    expect(countPlayed(counts)).toBe(54_300);
    expect(Object.keys(counts).sort()).toEqual([...CONVERSATION_STATES].sort());
  });

  it("plays six conversations at a time, and is one of twenty of an organization at most", () => {
    expect([CONVERSATIONS_AT_A_TIME, MOST_REHEARSALS_UNDER_WAY]).toEqual([6, 20]);
  });
});
