import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { openCallerScript } from "../../../domain/rehearsal/caller-lines.ts";
import { scenarioContent } from "../../../domain/rehearsal/scenario.ts";
import {
  type LivedConversation,
  type LivedTurn,
  makeScenario,
} from "../../../domain/rehearsal/scenario-from-conversation.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";

const definition = {
  ...receptionDefinition({
    booking: { extraction_enabled: true, extraction_variables: [{ name: "day", type: "string", prompt: "The day" }] },
  }),
};

const agent = (...texts: string[]): LivedTurn["sentences"] => texts.map((text) => ({ text, heard: null }));
const speech = (text: string): LivedTurn["began"] => ({ kind: "speech", text });

const livedOf = (differences: Partial<LivedConversation> = {}): LivedConversation => ({
  direction: "outbound",
  answeredBy: "person",
  startedAt: new Date("2026-11-02T10:00:00Z"),
  timezone: null,
  context: { name: "Ada Lovelace" },
  numbers: ["+14155552671"],
  turns: [
    { began: { kind: "other" }, sentences: agent("Hello Ada, this is Mira.") },
    {
      began: speech("I want to book an appointment."),
      sentences: agent("One second, Ada.", "Thank you for calling. Which day suits you?"),
    },
    { began: speech("Friday. That is all."), sentences: agent("Thank you for calling.", "Goodbye.") },
  ],
  tools: [],
  steps: ["start", "booking", "end"],
  variables: { day: "Friday" },
  disposition: "booked",
  endReason: "agent_hangup",
  idleSeconds: 10,
  ...differences,
});

const linesOf = (lived: LivedConversation) => makeScenario(lived, definition).caller.lines;

describe("the lines of a conversation that was", () => {
  it("are the person's words, and wait for the agent's words that stand in its definition", () => {
    expect(linesOf(livedOf())).toEqual([
      { say: "I want to book an appointment." },
      { when: "Which day suits you?", say: "Friday. That is all." },
    ]);
  });

  it("are keys, silences, interruptions and a hang-up too", () => {
    const lived = livedOf({
      turns: [
        { began: { kind: "other" }, sentences: [{ text: "Hello Ada, this is Mira.", heard: "Hello Ada," }] },
        { began: { kind: "digits", digits: "12#" }, sentences: agent("Thank you.") },
        { began: { kind: "silence" }, sentences: agent("Are you still there?") },
      ],
      endReason: "user_hangup",
    });
    expect(linesOf(lived)).toEqual([
      { press: "12#", interrupts_after_words: 2 },
      { silence_seconds: 10 },
      { hang_up: true },
    ]);
  });

  it("follow in their order where the agent says again what it said", () => {
    const lines = fc.array(
      fc.record({
        said: fc
          .array(fc.constantFrom("Which day suits you?", "Thank you for calling.", "Hm."), {
            minLength: 1,
            maxLength: 3,
          })
          .map((sentences) => sentences.join(" ")),
        line: fc.constantFrom("Friday", "Yes", "No"),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, (turns) => {
        const made = linesOf(
          livedOf({
            turns: [
              ...turns.map(({ line, said }, at) => ({
                began: at === 0 ? ({ kind: "other" } as const) : speech(turns[at - 1]?.line ?? line),
                sentences: agent(said),
              })),
              { began: speech(turns.at(-1)?.line ?? "Bye"), sentences: [] },
            ],
          }),
        );
        const script = openCallerScript(made);
        const played = turns.map(({ said }) => script.answer(said).say);
        expect(played).toEqual(turns.map(({ line }) => line));
      }),
    );
  });
});

describe("the checks of a conversation that was", () => {
  it("are its end, its variables, its disposition and its tools, as often as they were called", () => {
    const tools = [
      { name: "book_slot", answer: { returns: { ok: true } } },
      { name: "book_slot", answer: null },
    ];
    const made = makeScenario(livedOf({ tools }), definition);
    expect(made.checks).toEqual([
      { kind: "ends_at", step: "Goodbye" },
      { kind: "variable", name: "day", equals: "Friday" },
      { kind: "disposition", equals: "booked" },
      { kind: "tool_called", tool: "book_slot", times: 2 },
    ]);
    expect(made.tools).toEqual({ book_slot: { returns: { ok: true } } });
  });

  it("expect of a variable that is no word of the person only that it is set, and of the agent's own values nothing", () => {
    const made = makeScenario(
      livedOf({ variables: { day: "end of the week", other: 1 }, disposition: null }),
      definition,
    );
    expect(made.checks).toEqual([
      { kind: "ends_at", step: "Goodbye" },
      { kind: "variable", name: "day" },
    ]);
  });
});

describe("people of a conversation that was", () => {
  const names = fc
    .tuple(
      fc.constantFrom("Zelda", "Bruno", "Imke", "Ömer", "Siân", "Prakash"),
      fc.constantFrom("Quist", "O'Hara", "Yıldız", "Vance-Ott"),
    )
    .map((parts) => parts.join(" "));
  const numbers = fc
    .tuple(fc.constantFrom("+1415", "+4930", "+4420", "+3314", "+9180"), fc.integer({ min: 1_000_000, max: 9_999_999 }))
    .map(([begins, rest]) => `${begins}${rest}`);

  it("and their numbers are nowhere in the scenario, however they are written", () => {
    fc.assert(
      fc.property(names, numbers, fc.constantFrom(" ", "-", ".", ""), (name, number, between) => {
        const [first = "", last = ""] = name.split(" ");
        const rest = number.slice(-7);
        const written = `${number.slice(0, -7)}${between}${rest.slice(0, 3)}${between}${rest.slice(3)}`;
        const spoken = [...rest]
          .map((digit) => "zero one two three four five six seven eight nine".split(" ")[Number(digit)])
          .join(" ");
        const made = makeScenario(
          livedOf({
            context: { customer_name: name, phone: number, nested: { note: `Call ${first} at ${written}` } },
            numbers: [number],
            turns: [
              { began: { kind: "other" }, sentences: agent(`Hello ${first}!`) },
              {
                began: speech(`Yes, ${name.toLowerCase()} here, ${written}. ${last} speaking. ${spoken}`),
                sentences: [],
              },
            ],
            tools: [
              {
                name: "find",
                answer: {
                  returns: { owner: last.toUpperCase(), tel: Number(number.slice(1)), mail: `${first}@corp.example` },
                },
              },
            ],
            variables: { day: `${last}, ${number}` },
          }),
          definition,
        );
        const text = JSON.stringify(made);
        const digits = text.replaceAll(/(?<=\d)[ .-](?=\d)/g, "");
        for (const part of [first, last]) expect(text.toLowerCase()).not.toContain(part.toLowerCase());
        expect(digits).not.toContain(rest);
        expect(text).not.toContain(spoken);
        expect(scenarioContent.safeParse(made).success).toBe(true);
      }),
    );
  });

  it("are the same made-up person everywhere", () => {
    const made = makeScenario(
      livedOf({
        context: { name: "Zelda Quist", phone: "+493012345678" },
        numbers: ["+493012345678"],
        turns: [{ began: speech("Zelda Quist, 030 12345678, zelda@corp.example."), sentences: [] }],
        tools: [{ name: "find", answer: { returns: { owner: "Zelda", tel: "+49 30 1234 5678" } } }],
      }),
      definition,
    );
    expect(made.context).toEqual({ name: "Alex Example", phone: "+493023125000" });
    expect(made.caller.lines).toEqual([{ say: "Alex Example, 03023125000, person1@example.com." }]);
    expect(made.tools).toEqual({ find: { returns: { owner: "Alex", tel: "+493023125000" } } });
  });

  it("have numbers of their own country as it writes them, in the order in which the call knows them", () => {
    const say = (numbers: readonly string[], said: string) =>
      linesOf(livedOf({ context: {}, numbers, turns: [{ began: speech(said), sentences: [] }] }));
    expect(say(["+14155552671", "+14155550001"], "Call 415 555 0001 or 0014155552671.")).toEqual([
      { say: "Call 2025550101 or 2025550100." },
    ]);
    expect(say(["+493012345678"], "Call 030 12345678 or 30 12345678.")).toEqual([
      { say: "Call 03023125000 or 3023125000." },
    ]);
  });

  it("have one made-up number for a number that is said in words, however these begin, and for one of seven digits", () => {
    const said = "Uno dos tres cuatro cinco uno dos? Si: uno dos tres cuatro cinco uno dos; or 5551234, not 555123.";
    const lived = livedOf({ context: {}, turns: [{ began: speech(said), sentences: [] }] });
    expect(linesOf(lived)).toEqual([{ say: "2025550102? Si: 2025550102; or 2025550101, not 555123." }]);
  });

  it("are each made up, however many they are, and though the name of one begins with another's", () => {
    const context = Object.fromEntries(
      [..."abcdefghijkl"].map((letter, at) => [`guest_${at}_name`, `Z${letter}${letter} Q${letter}${letter}`]),
    );
    const made = Object.values(makeScenario(livedOf({ context }), definition).context);
    expect(new Set(made.map((name) => String(name).split(" ")[0])).size).toBe(12);
    const names = { guest_name: "Dell Ott", host_name: "Mia Dell'Orto" };
    expect(makeScenario(livedOf({ context: names }), definition).context).toEqual({
      guest_name: "Alex Example",
      host_name: "Kim Sample",
    });
  });

  it("are replaced where they introduce themselves, and words that are names too stay words", () => {
    const said = "Will here. I will come on 2026-11-29 at 10, order 12345.";
    const made = makeScenario(
      livedOf({ context: { name: "Will" }, turns: [{ began: speech(said), sentences: [] }] }),
      definition,
    );
    expect(made.caller.lines).toEqual([{ say: "Alex here. I will come on 2026-11-29 at 10, order 12345." }]);
    const other = makeScenario(
      livedOf({ context: {}, turns: [{ began: speech("This is Zelda, Zelda Quist."), sentences: [] }] }),
      definition,
    );
    expect(JSON.stringify(other.caller)).not.toContain("Zelda");
  });

  it("take secrets of the context with them", () => {
    expect(makeScenario(livedOf({ context: { api_key: "abc", city: "Bonn" } }), definition).context).toEqual({
      city: "Bonn",
    });
  });
});

describe("the transfer of a conversation that was", () => {
  const transferOf = (...outcomes: string[]) => {
    const turns = outcomes.map((outcome) => ({ began: { kind: "transfer_ended" as const, outcome }, sentences: [] }));
    return makeScenario(livedOf({ turns: [...livedOf().turns, ...turns] }), definition).transfer;
  };

  it("ends as the last one did; one of which a scenario knows nothing has failed, and none would have been answered", () => {
    expect(["answered", "busy", "no_answer", "failed", "hung_up"].map((outcome) => transferOf(outcome))).toEqual([
      ...["answered", "busy", "no_answer", "failed", "failed"],
    ]);
    expect([transferOf("busy", "answered"), transferOf()]).toEqual(["answered", "answered"]);
  });
});

describe("what a scenario holds of real people and of secrets", () => {
  const made = makeScenario(
    livedOf({
      context: { crm: { token: "tk_9181", pin: "4711", password_page: "https://example.com/password" } },
      variables: { door_pin: "4711", day: "Friday" },
      tools: [
        {
          name: "look_up",
          answer: { returns: { attendees: [{ first_name: "Maria", last_name: "Kowalska" }], api_key: "k_123456" } },
        },
      ],
      turns: [
        { began: { kind: "other" }, sentences: agent("Hello.") },
        { began: speech("Ask Kowalska,015112345678 or since 2026-11-29 0151 12345679"), sentences: [] },
      ],
    }),
    definition,
  );
  const text = JSON.stringify(made);

  it("is none of them, wherever they stand: in answers of tools, in lists, behind a comma, behind a date", () => {
    for (const real of ["Kowalska", "Maria", "12345678", "12345679"]) expect(text).not.toContain(real);
    expect(text).toContain("2026-11-29");
  });

  it("is no value whose name says that it is secret, however deep it is", () => {
    for (const secret of ["tk_9181", "4711", "k_123456"]) expect(text).not.toContain(secret);
    expect(text).toContain("https://example.com/password");
  });

  it("is found in time that grows with the text alone", () => {
    const long = "a".repeat(200_000);
    expect(JSON.stringify(makeScenario(livedOf({ context: { note: long } }), definition))).toContain(long);
  });
});
