import { describe, expect, it } from "@jest/globals";
import { type ChatModel, type ChatRequest, ModelError } from "../../../domain/model/chat-model.ts";
import { foldText } from "../../../domain/rehearsal/fold-text.ts";
import { describePersona, MOST_PERSONA_LINES, openPersona } from "../../../domain/rehearsal/persona-caller.ts";
import { READY_PERSONAS } from "../../../domain/rehearsal/personas.data.ts";
import type { PersonaCaller } from "../../../domain/rehearsal/scenario.ts";

const nurse: PersonaCaller = { kind: "persona", who: "A nurse", wants: "A day" };

/** Does these things one after another; the last one for ever. A text is what the model writes instead of a call. */
const acting = (acts: readonly (object | string)[], persona: PersonaCaller = nurse, name = "act") => {
  const requests: ChatRequest[] = [];
  const model: ChatModel = {
    name: "a model",
    async *reply(request) {
      requests.push(request);
      const act = acts[Math.min(requests.length, acts.length) - 1] ?? "";
      yield typeof act === "string"
        ? { kind: "text", text: act }
        : { kind: "call", id: "1", name, arguments: JSON.stringify(act) };
    },
  };
  const { signal } = new AbortController();
  return { requests, answer: openPersona({ model, persona, language: "de-DE", signal }) };
};

describe("a persona", () => {
  it("is the ready one of its name, with what a scenario says instead", () => {
    const [ready] = READY_PERSONAS;
    const { name: persona, who, wants, never } = ready;
    expect(describePersona({ kind: "persona", persona })).toEqual({ who, wants, never });
    expect(describePersona({ ...nurse, persona, never: "Shouts" })).toEqual({
      who: "A nurse",
      wants: "A day",
      never: "Shouts",
    });
    expect(describePersona(nurse)).toEqual({ who: "A nurse", wants: "A day", never: "" });
    expect(describePersona({ kind: "persona" })).toEqual({ who: "", wants: "", never: "" });
  });

  it("is told who it is, and what it never does where there is such a thing", async () => {
    const one = acting([{ hang_up: true }]);
    await one.answer("Hello");
    expect(one.requests[0]?.system).toContain("Who you are: A nurse\nWhat you want: A day\nThe agent speaks de-DE");
    const other = acting([{ hang_up: true }], { ...nurse, never: "You never shout" });
    await other.answer("Hello");
    expect(other.requests[0]?.system).toContain("What you never do: You never shout\n");
  });

  it.each<[object, object]>([
    [{ say: "Hello" }, { say: "Hello" }],
    [{ say: " (Hello) " }, { say: "Hello" }],
    [{ say: "Hello", press: "1", hang_up: true }, { say: "Hello" }],
    [{ say: "()", press: "1 2 x#" }, { press: "12#" }],
    [{ press: "1".repeat(50) }, { press: "1".repeat(40) }],
    [{ press: "x", hang_up: true }, { hang_up: true }],
    [{ press: "5", hang_up: true }, { press: "5" }],
    [{ hang_up: false, silence_seconds: 3 }, { silence_seconds: 3 }],
    [{ silence_seconds: 2.6 }, { silence_seconds: 3 }],
    [{ silence_seconds: 0 }, { silence_seconds: 1 }],
    [{ silence_seconds: 1000 }, { silence_seconds: 60 }],
    [{}, { silence_seconds: 10 }],
    [{ say: "a".repeat(3000) }, { say: "a".repeat(2000) }],
  ])("that does %j is a caller who does %j", async (act, line) => {
    expect(await acting([act]).answer("Hello")).toEqual(line);
  });

  it("remembers what it heard and did", async () => {
    const { requests, answer } = acting([
      { say: "Hello" },
      { press: "1" },
      { silence_seconds: 3 },
      { hang_up: true },
      { say: "Bye" },
    ]);
    for (const heard of ["Hello?", "Press 1", " ", "Are you there?", "Bye"]) await answer(heard);
    expect(requests.at(-1)?.messages).toEqual([
      { role: "person", text: "Hello?" },
      { role: "agent", text: "Hello" },
      { role: "person", text: "Press 1" },
      { role: "agent", text: "(You pressed 1.)" },
      { role: "person", text: "(They say nothing.)" },
      { role: "agent", text: "(You said nothing for 3 seconds.)" },
      { role: "person", text: "Are you there?" },
      { role: "agent", text: "(You hung up.)" },
      { role: "person", text: "Bye" },
    ]);
  });

  it("hangs up after thirty lines without asking its model", async () => {
    const { requests, answer } = acting([{ say: "Hm." }]);
    for (let line = 0; line < 30; line += 1) expect(await answer("And?")).toEqual({ say: "Hm." });
    expect(await answer("And?")).toEqual({ hang_up: true });
    expect([requests.length, MOST_PERSONA_LINES]).toEqual([30, 30]);
  });

  it.each<[string, object | string, string]>([
    ["writes words instead", "Hello", "act"],
    ["calls something else", { say: "Hello" }, "other"],
    ["says something that is no text", { say: 1 }, "act"],
  ])("whose model %s cannot be played", async (_how, act, name) => {
    await expect(acting([act], nurse, name).answer("Hello")).rejects.toBeInstanceOf(ModelError);
  });
});

it("texts are compared without case, kinds of quotation marks, and spaces around and within them", () => {
  expect(foldText("  He said:\n \u201eIt\u2019s  ME\u201c ")).toBe('he said: "it\'s me"');
});
