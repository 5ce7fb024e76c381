import { describe, expect, it } from "@jest/globals";
import {
  LONGEST_SCENARIO_CHARACTERS,
  MOST_RUNS,
  MOST_SCENARIOS_OF_AGENT,
  needsModel,
  scenarioContent,
} from "../../../domain/rehearsal/scenario.ts";
import { CHECK_KINDS, scenarioCheck } from "../../../domain/rehearsal/scenario-check.ts";

const hello = { say: "Hello" };
const scripted = (...lines: object[]) => ({ kind: "scripted", lines });
const read = (fields: object) => scenarioContent.safeParse({ caller: scripted(hello), ...fields });
const sentencesOf = (fields: object) => (read(fields).error?.issues ?? []).map(({ message }) => message);
const isRead = (fields: object) => read(fields).success;
const words = (length: number) => "a".repeat(length);
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

describe("the time zone of a scenario", () => {
  it("is a place's", () => expect(read({ timezone: "Asia/Kathmandu" })).toMatchObject({ success: true }));

  it.each([
    ["BST", "BST: write Europe/London or Asia/Dhaka"],
    ["Etc/GMT-3", "Etc/GMT-3 is 3 hours ahead of UTC"],
  ])("is refused as %s with what to write instead", (timezone, sentence) => {
    const { error } = read({ timezone });
    expect(error?.issues[0]?.message).toContain(sentence);
  });
});

describe("a scenario", () => {
  it("is of a call that goes out to a person, with everything as it is, unless it says otherwise", () => {
    expect(scenarioContent.parse({ caller: scripted() })).toEqual({
      caller: { kind: "scripted", lines: [] },
      context: {},
      direction: "outbound",
      answered_by: "person",
      tools: {},
      documents: "real",
      transfer: "answered",
      checks: [],
    });
  });

  it("is one of two hundred of its agent, has ten runs and 64,000 characters at most", () => {
    expect([MOST_SCENARIOS_OF_AGENT, MOST_RUNS, LONGEST_SCENARIO_CHARACTERS]).toEqual([200, 10, 64_000]);
  });

  it.each([
    ["inbound", true],
    ["outbound", true],
    ["sideways", false],
  ])("may have the direction %s: %s", (direction, isPossible) => expect(isRead({ direction })).toBe(isPossible));

  it.each(["answered", "busy", "no_answer", "failed"])("may have a transfer that is %s", (transfer) =>
    expect(isRead({ transfer })).toBe(true),
  );

  it("has an instant for its now, not a day", () => {
    expect(isRead({ now: "2026-11-02T10:00:00+01:00" })).toBe(true);
    expect(isRead({ now: "2026-11-02" })).toBe(false);
  });

  it("has sixty lines, fifty checks, fifty tools and twenty documents at most", () => {
    const check = { kind: "says", text: "Hello" };
    const document = { name: "Prices", text: "Ten" };
    const tools = (count: number) => Object.fromEntries(times(count, 0).map((_, at) => [`tool ${at}`, {}]));
    expect([60, 61].map((count) => isRead({ caller: scripted(...times(count, hello)) }))).toEqual([true, false]);
    expect([50, 51].map((count) => isRead({ checks: times(count, check) }))).toEqual([true, false]);
    expect([50, 51].map((count) => isRead({ tools: tools(count) }))).toEqual([true, false]);
    expect([20, 21].map((count) => isRead({ documents: times(count, document) }))).toEqual([true, false]);
    expect(sentencesOf({ tools: tools(51) })).toEqual(["must name at most 50 tools"]);
  });

  it("has documents of its own, with a name of 200 and a text of 10,000 characters at most, or the real ones", () => {
    expect(isRead({ documents: [] })).toBe(true);
    expect(isRead({ documents: [{ name: "A", text: "1" }] })).toBe(true);
    expect([200, 201].map((length) => isRead({ documents: [{ name: words(length), text: "Ten" }] }))).toEqual([
      true,
      false,
    ]);
    expect([10_000, 10_001].map((length) => isRead({ documents: [{ name: "A", text: words(length) }] }))).toEqual([
      true,
      false,
    ]);
    for (const document of [
      { name: " ", text: "Ten" },
      { name: "A", text: " " },
      { name: "A", text: "Ten", page: 1 },
    ])
      expect(isRead({ documents: [document] })).toBe(false);
  });

  it("has tools that return or fail, after ten minutes at most", () => {
    const tool = (answer: object) => isRead({ tools: { weather: answer } });
    expect([{}, { returns: null }, { fails: "Down" }, { after_ms: 0 }, { after_ms: 600_000 }].map(tool)).toEqual(
      times(5, true),
    );
    expect([{ fails: " " }, { after_ms: -1 }, { after_ms: 600_001 }, { after_ms: 0.5 }, { lies: 1 }].map(tool)).toEqual(
      times(5, false),
    );
    expect(sentencesOf({ tools: { weather: { returns: 1, fails: "Down" } } })).toEqual([
      "A tool returns or fails, not both",
    ]);
    expect([2000, 2001].map((length) => tool({ fails: words(length) }))).toEqual([true, false]);
    expect([200, 201].map((length) => isRead({ tools: { [words(length)]: {} } }))).toEqual([true, false]);
    expect(isRead({ tools: { "": {} } })).toBe(false);
  });
});

describe("a line of a caller", () => {
  const line = (fields: object) => isRead({ caller: scripted(fields) });
  const one = "A line has one of say, press, silence_seconds and hang_up";

  it("is one thing that they do", () => {
    const does = [hello, { press: "1" }, { silence_seconds: 1 }, { hang_up: true }];
    expect(does.map(line)).toEqual(times(4, true));
    for (const each of does)
      for (const other of does)
        if (each !== other) expect(sentencesOf({ caller: scripted({ ...each, ...other }) })).toEqual([one]);
    expect(sentencesOf({ caller: scripted({ when: "Hello" }) })).toEqual([one]);
  });

  it("is 2,000 characters long at most, presses forty keys, and is silent for ten minutes", () => {
    expect([2000, 2001].map((length) => line({ say: words(length) }))).toEqual([true, false]);
    expect([2000, 2001].map((length) => line({ ...hello, when: words(length) }))).toEqual([true, false]);
    expect(["1".repeat(40), "1".repeat(41), "", "*#0AD", "E"].map((press) => line({ press }))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect([0, 1, 600, 601, 1.5].map((silence_seconds) => line({ silence_seconds }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([-1, 0, 200, 201].map((interrupts_after_words) => line({ ...hello, interrupts_after_words }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(line({ say: "  " })).toBe(false);
    expect(line({ hang_up: false })).toBe(false);
    expect(line({ ...hello, mood: "good" })).toBe(false);
  });

  it("interrupts with something that is heard", () => {
    expect(line({ press: "1", interrupts_after_words: 3 })).toBe(true);
    const { error } = read({ caller: scripted({ silence_seconds: 3, interrupts_after_words: 3 }) });
    expect(error?.issues).toMatchObject([
      {
        path: ["caller", "lines", 0, "interrupts_after_words"],
        message: "Silence interrupts nobody: give say, press or hang_up",
      },
    ]);
  });
});

describe("a persona", () => {
  const persona = (fields: object) => read({ caller: { kind: "persona", ...fields } });

  it("is a ready one, or is described by who they are and what they want", () => {
    expect(persona({ persona: "in_a_hurry" }).success).toBe(true);
    expect(persona({ persona: "in_a_hurry", wants: "An apology" }).success).toBe(true);
    expect(persona({ who: "A nurse", wants: "A day", never: "Shouts", model: "openai/x" }).success).toBe(true);
    expect(persona({ persona: "nobody that is known" }).success).toBe(false);
    const paths = (fields: object) => persona(fields).error?.issues.map(({ path }) => path.join("."));
    expect(paths({})).toEqual(["caller.who", "caller.wants"]);
    expect(paths({ who: "A nurse" })).toEqual(["caller.wants"]);
    expect(paths({ wants: "A day" })).toEqual(["caller.who"]);
    expect(persona({ who: "A nurse", wants: "A day", model: words(201) }).success).toBe(false);
    expect(persona({ who: "A nurse", wants: " " }).success).toBe(false);
    expect(persona({ who: "A nurse", wants: "A day", mood: "good" }).success).toBe(false);
  });
});

describe("a check", () => {
  const isCheck = (fields: object) => scenarioCheck.safeParse(fields).success;
  const examples: Readonly<Record<string, object>> = {
    says: { text: "Hello" },
    never_says: { text: "Hello" },
    reaches: { step: "start" },
    never_reaches: { step: "start" },
    ends_at: { step: "end" },
    variable: { name: "day" },
    disposition: { equals: "sold" },
    tool_called: { tool: "weather" },
    tool_not_called: { tool: "weather" },
    turns_at_most: { turns: 3 },
    judge: { question: "Was it kind?" },
  };

  it("is of one of eleven kinds, each with fields of its own", () => {
    expect([...CHECK_KINDS].sort()).toEqual(Object.keys(examples).sort());
    for (const [kind, fields] of Object.entries(examples)) {
      expect(isCheck({ kind, ...fields })).toBe(true);
      expect(isCheck({ kind })).toBe(false);
      expect(isCheck({ kind, ...fields, mood: "good" })).toBe(false);
    }
    expect(isCheck({ kind: "sings" })).toBe(false);
  });

  it("expects yes of a judge unless it says otherwise", () => {
    expect(scenarioCheck.parse({ kind: "judge", question: "Kind?" })).toMatchObject({ expects: true });
    expect(scenarioCheck.parse({ kind: "judge", question: "Kind?", expects: false })).toMatchObject({ expects: false });
  });

  it("counts calls of a tool up to a hundred, and turns up to two hundred", () => {
    const called = (times: number) => isCheck({ kind: "tool_called", tool: "weather", times });
    expect([0, 1, 100, 101, 1.5].map(called)).toEqual([false, true, true, false, false]);
    const turns = (turns: number) => isCheck({ kind: "turns_at_most", turns });
    expect([0, 1, 200, 201, 1.5].map(turns)).toEqual([false, true, true, false, false]);
  });

  it("names texts of 2,000 characters and steps of 200 at most, and arguments by their JSON path", () => {
    expect([2000, 2001].map((length) => isCheck({ kind: "says", text: words(length) }))).toEqual([true, false]);
    expect([200, 201].map((length) => isCheck({ kind: "reaches", step: words(length) }))).toEqual([true, false]);
    expect([" ", "", "1"].map((text) => isCheck({ kind: "says", text }))).toEqual([false, false, true]);
    const withArgument = (path: string) => scenarioCheck.safeParse({ ...callOf, arguments: { [path]: 1 } });
    const callOf = { kind: "tool_called", tool: "weather" };
    expect(withArgument("$.day").success).toBe(true);
    expect(withArgument("day").error?.issues[0]?.message).toContain("Invalid key");
  });
});

describe("a model is needed", () => {
  const lines = { kind: "scripted" as const, lines: [] };
  it("to play a caller and to judge, and for nothing else", () => {
    expect(needsModel({ caller: lines, checks: [] })).toBe(false);
    expect(needsModel({ caller: lines, checks: [{ kind: "says", text: "Hello" }] })).toBe(false);
    expect(needsModel({ caller: { kind: "persona", who: "A", wants: "B" }, checks: [] })).toBe(true);
    const checks = [
      { kind: "says" as const, text: "Hello" },
      { kind: "judge" as const, question: "Kind?", expects: true },
    ];
    expect(needsModel({ caller: lines, checks })).toBe(true);
  });
});
