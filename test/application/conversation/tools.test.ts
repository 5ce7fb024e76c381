import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { AgentTool, Callees, Recordings, Tools } from "../../../domain/conversation/conversation.ports.ts";
import { toolDefinition } from "../../../domain/tool/tool-definition.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { ADA, begin, createReception, readConversationRows, speech } from "./reception.ts";
import { calls, recordedModel, says } from "./recorded-model.ts";
import { type Rig, receptionDefinition, tool } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const rigOf = (options: Parameters<typeof createReception>[2] = {}) => createReception(test, tenant, options);
const rowsOf = (rig: Rig) => readConversationRows(test, rig);

const definitionOf = (definition: unknown) => toolDefinition.parse(definition);
const lookUp = tool(
  "Look up order",
  definitionOf({
    type: "http_api",
    config: {
      method: "GET",
      url: "https://example.com/orders",
      parameters: [{ name: "order_id", type: "number", description: "Its number" }],
    },
  }),
);
const operator = tool(
  "Connect",
  definitionOf({
    type: "transfer_call",
    config: {
      destination: "{{office}}",
      timeout: 20,
      messageType: "custom",
      customMessage: "I connect you, {{name}}.",
    },
  }),
);
const hangUp = tool(
  "Hang up",
  definitionOf({
    type: "end_call",
    config: { messageType: "custom", customMessage: "Have a good day.", endCallReason: true },
  }),
);

/** Tools whose requests are carried out at once, as the worker's activity writes it. */
const workingTools = (known: AgentTool[], result: object = { status: "shipped" }): Tools & { ran: string[] } => {
  const ran: string[] = [];
  return {
    ran,
    list: async (_organizationId, uuids) => known.filter(({ uuid }) => uuids.includes(uuid)),
    run: async ({ toolCallId }) => {
      ran.push(toolCallId);
      await test.everything
        .updateTable("tool_calls")
        .set({ state: "done", result_sealed: testSecrets.seal(JSON.stringify(result), `tool-call:${toolCallId}`) })
        .where("uuid", "=", toolCallId)
        .execute();
    },
  };
};
const RECORDED: Recordings = {
  find: async ({ recordingId }) => ({
    transcript: "Recorded goodbye.",
    lengthMs: 1200,
    url: `https://files.example/${recordingId}.wav`,
  }),
};
const withTools = receptionDefinition({ start: { tool_uuids: [lookUp.uuid, operator.uuid, hangUp.uuid] } });

describe("a tool", () => {
  it("is carried out by its row, and its answer told to the model, also of later turns", async () => {
    const tools = workingTools([lookUp]);
    const model = recordedModel(calls("look_up_order", { order_id: 12 }), says("It is shipped."), says("Bye."));
    const rig = await rigOf({ definition: withTools, tools, model });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Where is order 12?"));
    expect(words().at(-1)).toBe("It is shipped.");
    const answered = {
      role: "function",
      id: "call_1",
      name: "look_up_order",
      arguments: '{"order_id":12}',
      result: '{"status":"shipped"}',
    };
    expect(model.requests[1]?.messages.at(-1)).toEqual(answered);
    await (await rig.open()).conversation.hear(speech("2", "Thank you."));
    expect(model.requests[2]?.messages).toContainEqual(answered);
    const row = await test.everything
      .selectFrom("tool_calls")
      .selectAll()
      .where("uuid", "=", tools.ran[0] ?? "")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ tool_uuid: lookUp.uuid, name: "Look up order", turn: 2 });
    expect(row.arguments_sealed.includes("order_id")).toBe(false);
  });

  it("a tool that cannot be run leaves the conversation going, and is not said to have failed", async () => {
    const tools: Tools = {
      list: async () => [lookUp],
      run: async () => {
        throw new Error("Temporal is away");
      },
    };
    const model = recordedModel(calls("look_up_order", { order_id: 12 }), says("I could not find out."));
    const { conversation, words } = await (await rigOf({ definition: withTools, tools, model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Where is order 12?"));
    expect(words().at(-1)).toBe("I could not find out.");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ result: expect.stringContaining("is unknown") });
  });

  it.each([
    ["unknown", "is unknown"],
    ["failed", "The shop is closed."],
  ] as const)("whose request ended as %s is told to the model as that", async (state, says_) => {
    const tools: Tools = {
      list: async () => [lookUp],
      run: async ({ toolCallId }) => {
        await test.everything
          .updateTable("tool_calls")
          .set({ state, error: "The shop is closed." })
          .where("uuid", "=", toolCallId)
          .execute();
      },
    };
    const model = recordedModel(calls("look_up_order", { order_id: 12 }), says("Well."));
    const { conversation } = await (await rigOf({ definition: withTools, tools, model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Where is order 12?"));
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ result: expect.stringContaining(says_) });
  });

  it("a tool of a turn that was taken over is waited for again under the same row", async () => {
    const never = Promise.withResolvers<void>();
    const tools = workingTools([lookUp]);
    const dying: Tools = { ...tools, run: () => never.promise };
    const model = recordedModel(calls("look_up_order", { order_id: 12 }));
    const rig = await rigOf({ definition: withTools, tools: dying, model });
    const dead = await rig.open({ driver: "turn_webhook" });
    await dead.conversation.begin(begin);
    void dead.conversation.hear(speech("1", "Where is order 12?"));
    try {
      await waitUntil("it waits for the tool", async () => (await rowsOf(rig)).entries.length === 3);
      await test.everything.updateTable("conversation_turns").set({ alive_at: "2020-01-01" }).execute();
      Object.assign(rig.ports, { tools });
      const nextModel = recordedModel(says("It is shipped."));
      const next = await rig.open({ driver: "turn_webhook", model: nextModel });
      await next.conversation.hear(speech("1", "Where is order 12?"));
      const { entries } = await rowsOf(rig);
      expect(tools.ran).toEqual([entries[2]?.tool_call_id]);
      expect(nextModel.requests[0]?.messages.at(-1)).toMatchObject({ result: '{"status":"shipped"}' });
    } finally {
      // It keeps telling that it lives, and this process up with it.
      never.resolve();
      await dead.conversation.personLeft();
    }
  });

  it("transfers the call; where nobody answers, the agent goes on", async () => {
    const tools = workingTools([operator]);
    const initialContext = { ...ADA, office: "+1 (202) 555-0142" };
    const model = recordedModel(calls("connect"), says("They are busy."), calls("connect", {}, "call_2"));
    const rig = await rigOf({ definition: withTools, tools, model, initialContext });
    const { conversation, told, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "A human, please."));
    expect(words().at(-1)).toBe("I connect you, Ada.");
    expect(told.at(-1)).toEqual({ kind: "transfer", to: "+12025550142", ringTimeoutSeconds: 20 });
    await conversation.transferEnded({ turnKey: "after-1", outcome: "busy" });
    expect(words().at(-1)).toBe("They are busy.");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ text: expect.stringContaining("busy") });
    await conversation.hear(speech("2", "Once more."));
    await conversation.transferEnded({ turnKey: "after-2", outcome: "answered" });
    expect(told.at(-1)).toEqual({ kind: "end", reason: "call_transferred" });
  });

  const resolved = tool(
    "Connect",
    definitionOf({
      type: "transfer_call",
      config: {
        destination_source: "dynamic",
        timeout: 20,
        messageType: "none",
        customMessage: null,
        resolver: { type: "http", url: "https://example.com/office", timeout_ms: 3000 },
      },
    }),
  );
  const mapped = tool(
    "Connect",
    definitionOf({
      type: "transfer_call",
      config: {
        destination_source: "context_mapping",
        timeout: 20,
        messageType: "none",
        customMessage: null,
        context_mapping: { rules: [], fallback_destination: "+12025550142" },
      },
    }),
  );

  it.each([
    ["static", operator],
    ["dynamic", resolved],
    ["context_mapping", mapped],
  ])("tells the model why a %s destination must not be called, and the conversation goes on", async (_, connect) => {
    const asked: string[] = [];
    const callees: Callees = {
      refuse: async ({ destination }) => {
        asked.push(destination);
        return "The number is on the do-not-call list";
      },
    };
    const definition = receptionDefinition({ start: { tool_uuids: [connect.uuid] } });
    const initialContext = { ...ADA, office: "+1 (202) 555-0142" };
    const model = recordedModel(calls("connect"), says("I may not call them."), says("Bye."));
    const tools = workingTools([connect], { destination: "+12025550142" });
    const rig = await rigOf({ definition, tools, model, initialContext, callees });
    const { conversation, told, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "A human, please."));
    expect(asked).toEqual(["+12025550142"]);
    expect(told.map(({ kind }) => kind)).not.toContain("transfer");
    expect(words().at(-1)).toBe("I may not call them.");
    expect(told.at(-1)?.kind).toBe("listen");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ result: expect.stringContaining("do-not-call") });
    await conversation.hear(speech("2", "All right."));
    expect(words().at(-1)).toBe("Bye.");
  });

  it("ends the call with its own words, and keeps the reason", async () => {
    const model = recordedModel(calls("hang_up", { reason: "wrong number" }));
    const rig = await rigOf({ definition: withTools, tools: workingTools([hangUp]), model });
    const { conversation, told } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Wrong number."));
    expect(told.slice(-2)).toEqual([
      { kind: "say", text: "Have a good day.", interruptible: false },
      { kind: "end", reason: "agent_hangup" },
    ]);
    expect((await rowsOf(rig)).conversation.gathered).toEqual({ end_call_reason: "wrong number" });
  });

  it.each([
    ["is there", RECORDED, { text: "Recorded goodbye.", play: "https://files.example/bye.wav", playMs: 1200 }],
    ["is gone", { find: async () => null }, { text: "Goodbye in words." }],
  ])("says its message by a recording that %s", async (_, recordings, said) => {
    const recorded = tool(
      "Hang up",
      definitionOf({
        type: "end_call",
        config: { messageType: "audio", audioRecordingId: "bye", customMessage: "Goodbye in words." },
      }),
    );
    const definition = receptionDefinition({ start: { tool_uuids: [recorded.uuid] } });
    const tools = workingTools([recorded]);
    const rig = await rigOf({ definition, tools, recordings, model: recordedModel(calls("hang_up")) });
    const { conversation, told } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Bye."));
    expect(told.slice(-2)).toEqual([
      { kind: "say", interruptible: false, ...said },
      { kind: "end", reason: "agent_hangup" },
    ]);
    // Another process repeats the turn: the recording's address is asked for again.
    const again = await rig.open({ driver: "turn_webhook" });
    await again.conversation.hear(speech("1", "Bye."));
    expect(again.told).toEqual(told.slice(-2));
    expect((await rowsOf(rig)).entries.map(({ text }) => text)).toContain(said.text);
  });

  it("plays its message before it is carried out, or before it connects", async () => {
    const spoken = { messageType: "audio", audioRecordingId: "bye" };
    const asking = { method: "GET", url: "https://example.com/", customMessageType: "audio" };
    const known = [
      tool("Look", definitionOf({ type: "http_api", config: { ...asking, customMessageRecordingId: "look" } })),
      tool("Connect", definitionOf({ type: "transfer_call", config: { destination: "+12025550142", ...spoken } })),
    ];
    const definition = receptionDefinition({ start: { tool_uuids: known.map(({ uuid }) => uuid) } });
    const model = recordedModel(calls("look"), says("Found."), calls("connect"));
    const rig = await rigOf({ definition, tools: workingTools(known), recordings: RECORDED, model });
    const { conversation, told, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Look it up."));
    expect(told.flatMap((each) => (each.kind === "say" ? [each.play] : []))).toEqual([
      undefined,
      "https://files.example/look.wav",
      undefined,
    ]);
    await conversation.hear(speech("2", "A human."));
    expect(words().at(-1)).toBe("Recorded goodbye.");
    expect(told.at(-1)?.kind).toBe("transfer");
  });

  it("a call of an unknown tool, or with invalid arguments, is answered to the model", async () => {
    const broken = () => [{ kind: "call", id: "call_2", name: "look_up_order", arguments: "{order" } as const];
    const model = recordedModel(calls("fly_away"), broken, says("Sorry."));
    const tools = workingTools([lookUp]);
    const { conversation } = await (await rigOf({ definition: withTools, tools, model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Fly."));
    expect(model.requests[2]?.messages.slice(-2)).toMatchObject([
      { result: expect.stringContaining("no such function") },
      { result: expect.stringContaining("no JSON") },
    ]);
    expect(tools.ran).toEqual([]);
  });

  it("endless calls of a tool have an end", async () => {
    const model = recordedModel(calls("fly_away"));
    const { conversation, told } = await (await rigOf({ model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Fly."));
    expect(model.requests).toHaveLength(8);
    expect(model.requests[7]?.functions).toEqual([]);
    expect(told.at(-1)).toMatchObject({ kind: "listen" });
  });

  it("notes who does not want to be called again", async () => {
    const rig = await rigOf({ model: recordedModel(calls("never_call_again"), says("I am sorry. Goodbye.")) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Do not call me again."));
    expect((await rowsOf(rig)).conversation.opted_out).toBe(true);
  });
});
