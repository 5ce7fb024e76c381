import { describe, expect, it } from "@jest/globals";
import type { ChatEvent, ChatFunction, ChatMessage, ChatRequest, StepView } from "../../../domain/model/chat-model.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";
import { findArguments } from "../../../infra/models/scripted.arguments.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import { findPromptQuestion } from "../../../infra/models/scripted.prompt.ts";
import { endByForce } from "../../harness/end-by-force.ts";

const edges: StepView["edges"] = [
  { function: "book", label: "Book appointment", condition: "The caller wants an appointment" },
  { function: "complain", label: "Complaint", condition: "The caller is angry about an invoice" },
];
const tools: StepView["tools"] = [{ function: "look_up_order", name: "Look up order", description: "" }];
const functions: ChatFunction[] = [
  {
    name: "look_up_order",
    description: "",
    parameters: { type: "object", properties: { order_id: { type: "number" }, express: { type: "boolean" } } },
  },
];

const ask = async (
  said: string,
  script: Parameters<typeof createScriptedModel>[0] = [],
  changed: Partial<ChatRequest> = {},
): Promise<ChatEvent[]> => {
  const request: ChatRequest = {
    system: "",
    messages: [{ role: "person", text: said }],
    functions,
    stepView: { node: { name: "Start", prompt: "What can I do?\nBe kind.", isEnd: false }, edges, tools },
    signal: new AbortController().signal,
    ...changed,
  };
  const events: ChatEvent[] = [];
  for await (const event of createScriptedModel(script).reply(request)) events.push(event);
  return events;
};
const textOf = (events: ChatEvent[]) => events.map((event) => (event.kind === "text" ? event.text : "")).join("");

describe("the stand-in", () => {
  it("takes the edge that the words meet, by label or condition", async () => {
    expect(await ask("I want an appointment")).toMatchObject([{ kind: "call", name: "book", arguments: "{}" }]);
    expect(await ask("The invoice makes me angry")).toMatchObject([{ kind: "call", name: "complain" }]);
  });

  it("calls the tool that the words name, with what they tell", async () => {
    const [call] = await ask("Please look up order, order_id=12, express: yes");
    expect(call).toMatchObject({ name: "look_up_order", arguments: '{"order_id":12,"express":true}' });
  });

  it("says the prompt otherwise where that is words to a person, always the same", async () => {
    expect(textOf(await ask("Hm"))).toBe("What can I do?");
    expect(await ask("Hm")).toEqual(await ask("Hm"));
  });

  it("follows its script first", async () => {
    const script = [
      { when: "weather", say: "It rains.", call: { name: "book", arguments: { day: 1 } } },
      { when: "broken", fail: "rate_limited" as const },
    ];
    expect((await ask("How is the WEATHER?", script)).slice(-1)).toMatchObject([
      { name: "book", arguments: '{"day":1}' },
    ]);
    await expect(ask("It is broken", script)).rejects.toMatchObject({ code: "rate_limited" });
  });
});

/** Returns its answers in turn to a person who has been greeted. */
const talk = async (prompt: string, said: readonly string[], { isEnd = false, language = "en-US" } = {}) => {
  const messages: ChatMessage[] = [{ role: "agent", text: "Good day, this is Mira." }];
  const answers: string[] = [];
  for (const text of said) {
    messages.push({ role: "person", text });
    const stepView = { node: { name: "Step", prompt, isEnd }, edges: [], tools: [] };
    const answer = textOf(await ask(text, [], { messages: [...messages], stepView, language }));
    messages.push({ role: "agent", text: answer });
    answers.push(answer);
  }
  return answers;
};

describe("the stand-in in a step whose prompt tells it what to do", () => {
  it("asks what the step wants to know, once, and then says what anybody would", async () => {
    const prompt = "Ask for the day and time that suit the caller, and repeat them.";
    expect(await talk(prompt, ["Hello?", "On Monday.", "Hm.", "Hm.", "Thank you, goodbye."])).toEqual([
      "Hello! May I ask for the day and time that suit you?",
      "Thank you. Do you have a question about that?",
      "Thank you. Is there anything else that I can do for you?",
      "Thank you. Is there anything else that I can do for you?",
      "Thank you for your time. Goodbye.",
    ]);
  });

  it.each([
    [
      "Find out whether the caller wants to book a table, or has a question.",
      "whether you want to book a table, or have a question",
    ],
    ["Ask how satisfied the person was, and what could be better.", "how satisfied you were, and what could be better"],
    ["Say hello. Ask which day suits the person.", "which day suits you"],
    ["Ask when they want to begin, and note their name.", "when you want to begin"],
    ["Answer questions, and find out what the caller needs.", "what you need"],
  ])("%s", async (prompt, asked) => {
    expect(await talk(prompt, ["Hm."])).toEqual([`Thank you. May I ask ${asked}?`]);
  });

  it("says goodbye in an end, and begins by itself where nobody has spoken", async () => {
    expect(await talk("Thank them and say goodbye.", ["Done."], { isEnd: true })).toEqual([
      "Thank you for your time. Goodbye.",
    ]);
    const stepView = { node: { name: "Step", prompt: "Greet the caller.", isEnd: false }, edges: [], tools: [] };
    expect(textOf(await ask("(Begin.)", [], { stepView }))).toBe("Hello, how can I help you?");
  });

  it.each([
    ["de-DE", "Finde heraus, ob die Person zum Termin kommt.", "Vielen Dank. Haben Sie dazu eine Frage?"],
    ["es-ES", "Averigua si la persona vendrá a la cita.", "Muchas gracias. ¿Tiene alguna pregunta?"],
    ["fr-FR", "Cherche à savoir si la personne viendra.", "Merci beaucoup. Avez-vous une question ?"],
    ["hi-IN", "पता करें कि व्यक्ति अपॉइंटमेंट पर आएगा या नहीं।", "धन्यवाद। क्या आपका कोई सवाल है?"],
    ["ja-JP", "予約を確認する。", "Thank you. Do you have a question about that?"],
  ])("speaks the language of the agent: %s", async (language, prompt, answer) => {
    expect(await talk(prompt, ["12345"], { language })).toEqual([answer]);
  });

  it("reads no instruction of the catalogue aloud, and says every goodbye as it is written there", async () => {
    for (const text of templates.flatMap(({ texts }) => texts)) {
      const steps = [text.outline.start, ...Object.values(text.outline.steps)];
      for (const { prompt } of steps) {
        const [answer = ""] = await talk(prompt, ["12345"], { language: text.language });
        expect(answer).not.toContain(prompt.slice(0, 12));
      }
      for (const { prompt } of Object.values(text.outline.ends)) {
        expect(await talk(prompt, ["12345"], { isEnd: true, language: text.language })).toEqual([prompt]);
      }
    }
  });
});

describe("the stand-in is held up by nobody's words", () => {
  it("when a prompt asks with a million marks", () => {
    const question = endByForce(() => findPromptQuestion(`Ask what they need${"!".repeat(1_000_000)}x`));
    expect(question).toContain("May I ask what you need");
  });

  it("when a person says a million blanks and a function names its argument with them", () => {
    const request = {
      messages: [{ role: "person" as const, text: `order${" ".repeat(1_000_000)}12` }],
      functions: [{ name: "f", description: "", parameters: { properties: { _: {}, "-": {}, "a[": {} } } }],
    };
    expect(endByForce(() => findArguments(request, "f"))).toEqual({});
    const messages = [{ role: "person" as const, text: "My order   =  12" }];
    const parameters = { properties: { my_order: { type: "number" } } };
    expect(findArguments({ messages, functions: [{ name: "f", description: "", parameters }] }, "f")).toEqual({
      my_order: 12,
    });
  });
});
