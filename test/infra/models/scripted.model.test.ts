import { describe, expect, it } from "@jest/globals";
import type { ChatEvent, ChatFunction, ChatRequest, StepView } from "../../../domain/model/chat-model.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";

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

const ask = async (said: string, script: Parameters<typeof createScriptedModel>[0] = []): Promise<ChatEvent[]> => {
  const request: ChatRequest = {
    system: "",
    messages: [{ role: "person", text: said }],
    functions,
    stepView: { node: { name: "Start", prompt: "What can I do?\nBe kind.", isEnd: false }, edges, tools },
    signal: new AbortController().signal,
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

  it("answers from the prompt otherwise, always the same", async () => {
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
