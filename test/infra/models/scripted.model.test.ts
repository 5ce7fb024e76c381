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

const search: StepView["tools"] = [{ function: "search_documents", name: "Search documents", description: "" }];
const people: StepView["tools"] = [{ function: "ask_people", name: "ask people", description: "" }];
const stepOf = (changed: Partial<StepView>): Partial<ChatRequest> => ({
  stepView: { node: { name: "Step", prompt: "Answer questions.", isEnd: false }, edges: [], tools: [], ...changed },
});
const offered = (name: string, properties: object = {}): ChatFunction => ({
  name,
  description: "",
  parameters: { type: "object", properties },
});
const found = (question: string, result: object): ChatMessage[] => [
  { role: "person", text: question },
  {
    role: "function",
    id: "1",
    name: "search_documents",
    arguments: JSON.stringify({ query: question }),
    result: JSON.stringify(result),
  },
];

describe("the stand-in goes by words, for everybody who has no model", () => {
  it("takes the edge of which the person says an example, and not what examples have in common with other words", async () => {
    const leaving = [
      { function: "leave", label: "Done", condition: 'The person wants to leave: "that is all", "das war alles".' },
    ];
    const step = stepOf({ edges: leaving });
    expect(await ask("Well, that is all for today.", [], step)).toMatchObject([{ kind: "call", name: "leave" }]);
    expect(await ask("Danke, das war alles!", [], step)).toMatchObject([{ kind: "call", name: "leave" }]);
    expect(await ask("Alles klar.", [], step)).not.toMatchObject([{ kind: "call" }]);
  });

  it("looks a question up, and answers with the sentences that fit, or says that it does not know", async () => {
    const step = stepOf({ tools: search });
    expect(await ask("Hello, when do you open?", [], step)).toMatchObject([
      { kind: "call", name: "search_documents", arguments: '{"query":"when do you open?"}' },
    ]);
    const passages = [{ file: "house.md", under: "Opening hours", fit: 0.4, text: "We open at nine. Dogs may come." }];
    const messages = found("When do you open?", { passages });
    expect(textOf(await ask("", [], { ...step, messages }))).toBe("We open at nine. Dogs may come.");
    const nothing = found("Do you sell bread?", { passages, note: "" });
    expect(textOf(await ask("", [], { ...step, messages: nothing }))).toBe("I do not know that.");
    const whole = found("When do you open?", {
      documents: [{ file: "a", text: "# Hours\nWe open at nine." }],
      passages: [],
    });
    expect(textOf(await ask("", [], { ...step, messages: whole }))).toBe("We open at nine.");
  });

  it("looks nothing up for thanks, a yes or a number", async () => {
    for (const said of ["Thanks!", "Danke.", "Yes, sure.", "12345"]) {
      expect(await ask(said, [], stepOf({ tools: search }))).not.toMatchObject([{ kind: "call" }]);
    }
  });

  it("says that documents are still being read where nothing answers yet", async () => {
    const messages = found("When do you open?", { passages: [], unready: 2, note: "" });
    expect(textOf(await ask("", [], { ...stepOf({ tools: search }), messages }))).toContain("I am still reading");
  });

  it("asks people for whoever wants a person, and offers it where it does not know", async () => {
    const step = { ...stepOf({ tools: [...search, ...people] }), functions: [offered("ask_people")] };
    const [wish] = await ask("I want to talk to a human.", [], step);
    expect(wish).toMatchObject({ kind: "call", name: "ask_people" });
    expect(JSON.stringify(wish)).toContain("I want to talk to a human.");
    const messages = found("Do you sell bread?", { passages: [] });
    const offer = textOf(await ask("", [], { ...step, messages }));
    expect(offer).toBe("I do not know that. Shall I ask a person?");
    const accepted: ChatMessage[] = [...messages, { role: "agent", text: offer }, { role: "person", text: "Yes." }];
    const [asked] = await ask("", [], { ...step, messages: accepted });
    expect(asked).toMatchObject({ kind: "call", name: "ask_people", arguments: expect.stringContaining("sell bread") });
    const refused: ChatMessage[] = [...messages, { role: "agent", text: offer }, { role: "person", text: "No." }];
    expect(await ask("", [], { ...step, messages: refused })).not.toMatchObject([{ name: "ask_people" }]);
  });

  it("answers in the language that the person speaks, and goes back to none for a word of another", async () => {
    const [first, second] = await talk("Do this.", ["Guten Tag, ich bin es.", "12345"], { language: "en-US" });
    expect(first).toMatch(/^Guten Tag!/);
    expect(second).toMatch(/^Vielen Dank\./);
    const [still] = await talk("Do this.", ["Okay, Stop-and-go."], { language: "de-DE" });
    expect(still).toMatch(/^Vielen Dank\./);
  });

  const booking = {
    day: { type: "string" },
    time: { type: "string" },
    name: { type: "string" },
    guests: { type: "number" },
  };
  it.each([
    [
      "en-US",
      "My name is Ada King, tomorrow at half past three",
      "We are four.",
      ["Ada King", "2026-11-30", "15:30", 4],
    ],
    ["de-DE", "Ich heiße Eva Groß, am Dienstag um halb vier", "Zwei Personen.", ["Eva Groß", "2026-12-01", "15:30", 2]],
    ["es-ES", "Me llamo José García, el martes a las cinco", "Somos tres.", ["José García", "2026-12-01", "17:00", 3]],
    ["fr-FR", "Je m'appelle Zoé Martin, mardi à 17 h", "Nous sommes six.", ["Zoé Martin", "2026-12-01", "17:00", 6]],
    ["hi-IN", "मेरा नाम आशा वर्मा है, कल साढ़े तीन बजे", "हम चार लोग हैं।", ["आशा वर्मा", "2026-11-30", "15:30", 4]],
  ])("reads days, times, names and numbers as arguments: %s", (language, said, more, [name, day, time, guests]) => {
    const messages = [said, more].map((text) => ({ role: "person" as const, text }));
    const functions = [offered("book", booking)];
    const given = findArguments({ messages, functions, language, today: "2026-11-29" }, "book");
    expect(given).toEqual({ name, day, time, guests });
  });

  it("gathers a day, a time and a name, says them back, takes a correction, and goes on with a yes alone", async () => {
    const edge = { function: "confirmed", label: "Confirmed", condition: "The person has confirmed them." };
    const { guests: _, ...wanted } = booking;
    const request = {
      ...stepOf({ edges: [edge] }),
      functions: [offered("confirmed", wanted)],
      today: "2026-11-29",
    };
    const messages: ChatMessage[] = [];
    const next = async (text: string) => {
      messages.push({ role: "person", text });
      const events = await ask("", [], { ...request, messages: [...messages] });
      messages.push({ role: "agent", text: textOf(events) });
      return events;
    };
    expect(textOf(await next("A table, please."))).toBe("Which day suits you?");
    expect(textOf(await next("Confirmed: Monday."))).toBe("At what time?");
    expect(textOf(await next("Five in the afternoon, at five."))).toBe("What name may I note?");
    expect(textOf(await next("ada lovelace"))).toBe(
      "So that is Monday 30 November, at 5 pm, for Ada Lovelace. Is that right?",
    );
    expect(textOf(await next("No, Tuesday."))).toContain("Tuesday 1 December, at 5 pm");
    expect(textOf(await next("Hm."))).toContain("Is that right?");
    const [taken] = await next("Yes, please.");
    expect(taken).toMatchObject({ kind: "call", name: "confirmed" });
    expect(JSON.parse(taken?.kind === "call" ? taken.arguments : "{}")).toEqual({
      day: "2026-12-01",
      time: "17:00",
      name: "Ada Lovelace",
    });
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
