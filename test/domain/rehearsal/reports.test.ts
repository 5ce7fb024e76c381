import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isJsonPath, readJsonPath } from "../../../domain/json/json-path.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import { openCallerScript } from "../../../domain/rehearsal/caller-lines.ts";
import { type ComparedConversation, compareRehearsals } from "../../../domain/rehearsal/compare-rehearsals.ts";
import { judgeConversation } from "../../../domain/rehearsal/judge.ts";
import { writeJunitReport } from "../../../domain/rehearsal/junit-report.ts";
import { applyRehearsalCommand, REHEARSAL_STATES } from "../../../domain/rehearsal/rehearsal.rules.ts";

describe("a judge", () => {
  const judging = (answers: (boolean | null)[]) => {
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
    const result = judgeConversation(model, { entries: [], question: "Was it kind?", expects: true, signal });
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
      faults: [{ expected: "The agent says <hi>", found: "It never said that", sentences: [] }],
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

it("a rehearsal that is over takes no command but the one that it has taken", () => {
  for (const state of REHEARSAL_STATES)
    for (const command of ["pause", "resume", "cancel"] as const) {
      const isOver = state === "done" || state === "canceled";
      const isTaken = !isOver || (state === "canceled" && command === "cancel");
      expect("state" in applyRehearsalCommand(state, command)).toBe(isTaken);
    }
});
