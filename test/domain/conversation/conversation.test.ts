import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { AgentTool, Callees, Recordings, Tools } from "../../../domain/conversation/conversation.ports.ts";
import { openConversation } from "../../../domain/conversation/open-conversation.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { concludeConversation } from "../../../infra/postgres/conversation/conclude-conversation.ts";
import { createLogger } from "../../../infra/logger.ts";
import { toolDefinition } from "../../../domain/tool/tool-definition.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { calls, fails, recordedModel, says, stalls } from "./recorded-model.ts";
import { createRig, receptionDefinition, recordingSession, type Rig, tool } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const context = { name: "Ada", company: "Example" };
const rigOf = (options: Partial<Parameters<typeof createRig>[2]> = {}) =>
  createRig(test, tenant, { definition: receptionDefinition(), initialContext: context, ...options });
const begin = { turnKey: "begin", answeredBy: "human" } as const;
const speech = (turnKey: string, text: string) => ({ turnKey, kind: "speech", text }) as const;

const rowsOf = async (rig: Rig) => {
  const run = await test.everything
    .selectFrom("call_runs")
    .select("id")
    .where("uuid", "=", rig.runUuid)
    .executeTakeFirstOrThrow();
  const [conversation, turns, entries] = await Promise.all([
    test.everything.selectFrom("conversations").selectAll().where("run_id", "=", run.id).executeTakeFirstOrThrow(),
    test.everything
      .selectFrom("conversation_turns")
      .selectAll()
      .where("run_id", "=", run.id)
      .orderBy("number")
      .execute(),
    test.everything.selectFrom("conversation_entries").selectAll().where("run_id", "=", run.id).orderBy("id").execute(),
  ]);
  return { conversation, turns, entries };
};

describe("a conversation", () => {
  it("greets, follows the definition and says goodbye", async () => {
    const rig = await rigOf();
    const { conversation, told, words } = await rig.open();
    await conversation.begin(begin);
    expect(words()).toEqual(["Hello Ada, this is Mira."]);
    expect(told.at(-1)).toEqual({ kind: "listen", silenceSeconds: 10, interruptible: true });
    await conversation.hear(speech("1", "I want to book an appointment."));
    expect(words().slice(1)).toEqual(["One second, Ada.", "Which day suits you?"]);
    await conversation.hear(speech("2", "Monday, then we are finished."));
    expect(words().slice(3)).toEqual(["Thank you for calling.", "Goodbye."]);
    expect(told.at(-1)).toEqual({ kind: "end", reason: "agent_hangup" });
    const after = await conversation.hear(speech("3", "Hello?"));
    expect(after).toEqual({ kind: "over", reason: "agent_hangup" });
  });

  it("tells the model the global prompt, the step's own, and everything said so far", async () => {
    const model = recordedModel(calls("book_appointment"), says("Which ", "day?"));
    const rig = await rigOf({ model });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "An appointment, please."));
    const [first, second] = model.requests;
    expect(first?.system).toContain("You are Mira of Example.\n\nAsk what the caller needs.");
    expect(first?.messages).toEqual([
      { role: "agent", text: "Hello Ada, this is Mira." },
      { role: "person", text: "An appointment, please." },
    ]);
    expect(first?.functions.map(({ name }) => name)).toEqual(["book_appointment", "never_call_again"]);
    expect(second?.system).toContain("Which day suits you?");
    expect(second?.messages.slice(2)).toEqual([
      { role: "agent", text: "One second, Ada." },
      {
        role: "function",
        id: "call_1",
        name: "book_appointment",
        arguments: "{}",
        result: expect.stringContaining("Booking"),
      },
    ]);
  });

  it("lets the model begin where there is no greeting, after the delay", async () => {
    const definition = receptionDefinition({
      start: { greeting: "", delayed_start: true, delayed_start_duration: 1.5, add_global_prompt: false },
    });
    const model = recordedModel(says("Good ", "morning."));
    const { conversation, told } = await (await rigOf({ definition, model })).open();
    await conversation.begin(begin);
    expect(told.map(({ kind }) => kind)).toEqual(["pause", "say", "listen"]);
    expect(model.requests[0]?.system).not.toContain("You are Mira");
    expect(model.requests[0]?.messages[0]?.role).toBe("person");
  });

  it("greets with the words of the call's context, where it has some", async () => {
    const initialContext = { ...context, greeting_override: { type: "text", text: "Good day, {{name}}!" } };
    const { conversation, words } = await (await rigOf({ initialContext })).open();
    await conversation.begin(begin);
    expect(words()).toEqual(["Good day, Ada!"]);
  });
});

describe("a repeated turn", () => {
  it("says the same and changes nothing, whoever repeats it and when", async () => {
    const model = recordedModel(says("Fine. ", "And you?"));
    const rig = await rigOf({ model });
    const first = await rig.open();
    const second = await rig.open({ driver: "turn_webhook" });
    const third = await rig.open({ driver: "turn_webhook" });
    await first.conversation.begin(begin);
    await second.conversation.begin(begin);
    expect(second.told).toEqual(first.told);
    // At the same moment, on two processes.
    const both = await Promise.all([second, third].map((each) => each.conversation.hear(speech("1", "How are you?"))));
    expect(both.map((report) => report.kind === "done" && report.repeated).sort()).toEqual([false, true]);
    expect(second.told.slice(-3)).toEqual(third.told);
    const before = await rowsOf(rig);
    await second.conversation.hear(speech("1", "How are you?"));
    expect(await rowsOf(rig)).toEqual(before);
    expect(model.requests).toHaveLength(1);
    expect(before.entries.map(({ speaker, text }) => [speaker, text])).toEqual([
      ["agent", "Hello Ada, this is Mira."],
      ["person", "How are you?"],
      ["agent", "Fine."],
      ["agent", "And you?"],
    ]);
  });

  it("of a process that died is carried out by the next one; what the dead one had said does not count", async () => {
    const rig = await rigOf({ model: recordedModel(says("Welcome back.")) });
    const dead = await rig.open({ driver: "turn_webhook", model: recordedModel(stalls("Lost. ", "Words").reply) });
    await dead.conversation.begin(begin);
    void dead.conversation.hear(speech("1", "Hello?"));
    try {
      await waitUntil("it has spoken", async () => (await rowsOf(rig)).entries.length === 3);
      await test.everything.updateTable("conversation_turns").set({ alive_at: "2020-01-01" }).execute();
      const next = await rig.open({ driver: "turn_webhook" });
      expect(await next.conversation.hear(speech("1", "Hello?"))).toMatchObject({ kind: "done", repeated: false });
      expect(next.words()).toEqual(["Welcome back."]);
      const { entries } = await rowsOf(rig);
      expect(entries.filter(({ discarded_at }) => discarded_at === null).map(({ text }) => text)).toEqual([
        "Hello Ada, this is Mira.",
        "Hello?",
        "Welcome back.",
      ]);
    } finally {
      await dead.conversation.personLeft();
    }
  });
});

describe("any other process", () => {
  it("goes on with a conversation from its rows", async () => {
    const model = recordedModel(says("Monday is free."));
    const rig = await rigOf();
    const first = await rig.open();
    await first.conversation.begin(begin);
    await first.conversation.hear(speech("1", "I want to book an appointment."));
    const second = await rig.open({ model });
    // A relay that was connected again begins again.
    await second.conversation.begin({ ...begin, turnKey: "begin-2" });
    expect(second.told.map(({ kind }) => kind)).toEqual(["listen"]);
    await second.conversation.hear(speech("2", "Is Monday free?"));
    expect(model.requests[0]?.stepView.node.name).toBe("Booking");
    expect(model.requests[0]?.messages.filter(({ role }) => role === "person")).toHaveLength(2);
  });

  it("answers what the person said last, when the first one died over it", async () => {
    const rig = await rigOf({ model: recordedModel(says("Yes, I am here.")) });
    const dead = await rig.open({ model: recordedModel(stalls().reply) });
    await dead.conversation.begin(begin);
    const lost = dead.conversation.hear(speech("1", "Are you there?"));
    await waitUntil("it thinks", async () => (await rowsOf(rig)).conversation.active_turn === 2);
    const next = await rig.open();
    await next.conversation.begin({ ...begin, turnKey: "begin-2" });
    expect(next.words()).toEqual(["Yes, I am here."]);
    // Would it live after all, nobody hears it any more.
    await dead.conversation.personLeft();
    expect(await lost).toEqual({ kind: "superseded" });
  });
});

describe("the word is given on", () => {
  it("only when the turn is written down: whoever hears of it finds it done", async () => {
    const rig = await rigOf();
    const states: (string | undefined)[] = [];
    const noteState = async () => void states.push((await rowsOf(rig)).turns.at(-1)?.state);
    const { session } = recordingSession();
    const { organizationId, runUuid } = rig;
    const conversation = await openConversation(rig.ports, {
      organizationId,
      runUuid,
      driver: "relay",
      session: { ...session, listen: noteState, end: noteState },
    });
    await conversation.begin(begin);
    await conversation.hear(speech("1", "I want to book an appointment."));
    await conversation.hear(speech("2", "Monday, then we are finished."));
    expect(states).toEqual(["done", "done", "done"]);
  });
});

describe("a step that does not say whether it may be interrupted", () => {
  it("may not", async () => {
    const definition = receptionDefinition({ start: { allow_interrupt: undefined } });
    const { conversation, told } = await (await rigOf({ definition })).open();
    await conversation.begin(begin);
    expect(told).toEqual([
      { kind: "say", text: "Hello Ada, this is Mira.", interruptible: false },
      { kind: "listen", silenceSeconds: 10, interruptible: false },
    ]);
  });
});

describe("an interruption", () => {
  it("cuts the reply to what was heard: the model knows no more of it", async () => {
    const model = recordedModel(
      stalls("We open at nine. ", "We close at five, ", "on Sundays ").reply,
      says("Of course."),
    );
    const rig = await rigOf({ model });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    const turn = conversation.hear(speech("1", "When do you open?"));
    await waitUntil("it speaks", async () => words().length === 2);
    await conversation.interrupted({ heard: "We open at" });
    expect(await turn).toEqual({ kind: "superseded" });
    await conversation.hear(speech("2", "Wait, on Monday?"));
    expect(model.requests[1]?.messages.slice(1)).toEqual([
      { role: "person", text: "When do you open?" },
      { role: "agent", text: "We open at" },
      { role: "person", text: "Wait, on Monday?" },
    ]);
    const { turns } = await rowsOf(rig);
    expect(turns.map(({ state }) => state)).toEqual(["done", "interrupted", "done"]);
  });

  it("by words alone stops a reply that may be spoken over, and waits for one that may not", async () => {
    const patient = receptionDefinition({ start: { allow_interrupt: false } });
    for (const [definition, expected] of [
      [receptionDefinition(), "superseded"],
      [patient, "done"],
    ] as const) {
      const stalling = stalls("One moment of patience. ");
      const { conversation, words } = await (
        await rigOf({ definition, model: recordedModel(stalling.reply, says("Yes?")) })
      ).open();
      await conversation.begin(begin);
      const first = conversation.hear(speech("1", "Hello?"));
      await waitUntil("it speaks", async () => words().length === 2);
      const second = conversation.hear(speech("2", "Are you listening?"));
      stalling.goOn();
      expect((await first).kind).toBe(expected);
      expect(await second).toMatchObject({ kind: "done" });
      expect(words().at(-1)).toBe("Yes?");
    }
  });

  it("by hanging up ends the conversation mid-sentence, once", async () => {
    const rig = await rigOf({ model: recordedModel(stalls("We open at nine. ").reply) });
    const { conversation, told } = await rig.open();
    await conversation.begin(begin);
    const turn = conversation.hear(speech("1", "When do you open?"));
    await waitUntil("it speaks", async () => told.length === 3);
    await conversation.personLeft();
    expect(await turn).toEqual({ kind: "superseded" });
    expect(told).toHaveLength(3);
    await conversation.stop({ reason: "inactivity" });
    expect((await rowsOf(rig)).conversation).toMatchObject({ state: "ended", end_reason: "user_hangup" });
  });
});

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

  it("that cannot be run leaves the conversation going, and is not said to have failed", async () => {
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
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ result: expect.stringContaining("Nobody knows") });
  });

  it.each([
    ["unknown", "Nobody knows"],
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

  it("of a turn that was taken over is waited for again under the same row", async () => {
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
    const initialContext = { ...context, office: "+1 (202) 555-0142" };
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
    const initialContext = { ...context, office: "+1 (202) 555-0142" };
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
    ["is there", RECORDED, { text: "Recorded goodbye.", play: "https://files.example/bye.wav" }],
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

  it("that there is not, or with arguments that are none, is answered to the model", async () => {
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

  it("that is called for ever has an end", async () => {
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

describe("a machine that answers", () => {
  const answeredByMachine = { turnKey: "begin", answeredBy: "machine" } as const;
  const told = async (voicemail_detection: object, beginning: Parameters<typeof hearBegin>[1]) =>
    hearBegin({ voicemail_detection }, beginning);
  const hearBegin = async (configurations: object, beginning: { turnKey: string; answeredBy: "machine" | "fax" }) => {
    const { conversation, told: heard } = await (await rigOf({ configurations })).open();
    await conversation.begin(beginning);
    return heard;
  };

  it("is hung up on, or left a message", async () => {
    expect(await told({ enabled: true }, answeredByMachine)).toEqual([{ kind: "end", reason: "voicemail_detected" }]);
    const message = { enabled: true, action: "leave_message", message: "Call back, {{name}}." };
    expect(await told(message, answeredByMachine)).toEqual([
      { kind: "interrupt" },
      { kind: "say", text: "Call back, Ada.", interruptible: false },
      { kind: "end", reason: "voicemail_left" },
    ]);
  });

  it("is talked to as a person where the agent does not care; a fax never", async () => {
    expect((await told({ enabled: false }, answeredByMachine))[0]).toMatchObject({ kind: "say" });
    expect(await told({}, { turnKey: "begin", answeredBy: "fax" })).toEqual([{ kind: "end", reason: "fax_detected" }]);
  });

  it("that was taken for a person is left a message all the same", async () => {
    const configurations = {
      voicemail_detection: { enabled: true, action: "leave_message", message: "Call back." },
    };
    const { conversation, told: heard } = await (await rigOf({ configurations })).open();
    await conversation.begin(begin);
    await conversation.machineDetected({ turnKey: "machine" });
    expect(heard.slice(-3).map(({ kind }) => kind)).toEqual(["interrupt", "say", "end"]);
  });

  it("is left its message while it talks, and not answered", async () => {
    const configurations = { voicemail_detection: { enabled: true, action: "leave_message", message: "Call back." } };
    const { conversation, words, told: heard } = await (await rigOf({ configurations })).open();
    const beginning = conversation.begin(answeredByMachine);
    await Promise.all([beginning, conversation.hear(speech("1", "Please leave a message after the tone."))]);
    expect(words()).toEqual(["Call back."]);
    expect(heard.at(-1)).toEqual({ kind: "end", reason: "voicemail_left" });
  });
});

describe("a person who says nothing", () => {
  it("is asked once, then the conversation ends; words in between count", async () => {
    const rig = await rigOf({
      configurations: { max_user_idle_timeout: 4, language: "de-DE" },
      script: [{ when: "", say: "Gut." }],
    });
    const { conversation, told } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear({ turnKey: "1", kind: "silence" });
    expect(told.slice(-2)).toEqual([
      { kind: "say", text: "Sind Sie noch da?", interruptible: true },
      { kind: "listen", silenceSeconds: 4, interruptible: true },
    ]);
    await conversation.hear(speech("2", "Ja."));
    await conversation.hear({ turnKey: "3", kind: "silence" });
    expect(told.at(-1)?.kind).toBe("listen");
    await (await rig.open()).conversation.hear({ turnKey: "4", kind: "silence" });
    expect((await rowsOf(rig)).conversation).toMatchObject({ state: "ended", end_reason: "user_idle" });
  });

  it("or talks too long is told so", async () => {
    const { conversation, told } = await (await rigOf({ configurations: { max_call_duration: 60 } })).open();
    expect(conversation.facts.endsAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    await conversation.begin(begin);
    await conversation.timeIsUp({ turnKey: "time" });
    expect(told.at(-1)).toEqual({ kind: "end", reason: "call_duration_exceeded" });
  });
});

describe("a model that fails", () => {
  const away = new ModelError("unavailable", "The model's server failed (500)");

  it("is asked once more at once", async () => {
    const { conversation, words } = await (
      await rigOf({ model: recordedModel(fails(away), says("Here I am.")) })
    ).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Hello?"));
    expect(words().at(-1)).toBe("Here I am.");
  });

  it("is apologised for, then ends the conversation; nothing that was said is lost", async () => {
    const rig = await rigOf({ model: recordedModel(fails(away)) });
    const { conversation, words, told } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Hello?"));
    expect(words().slice(1)).toEqual(["I am sorry, something went wrong here.", "Could you say that again?"]);
    expect(told.at(-1)?.kind).toBe("listen");
    await conversation.hear(speech("2", "Hello!"));
    expect(told.at(-1)).toEqual({ kind: "end", reason: "model_failed" });
    const { conversation: row, entries, turns } = await rowsOf(rig);
    expect(row).toMatchObject({ end_reason: "model_failed", error: "The model's server failed (500)" });
    expect(entries.filter(({ speaker }) => speaker === "person").map(({ text }) => text)).toEqual(["Hello?", "Hello!"]);
    expect(turns.map(({ state }) => state)).toEqual(["done", "failed", "failed"]);
  });

  it("for good ends it with a sentence", async () => {
    const model = recordedModel(fails(new ModelError("unauthorized", "The model's server refused the API key (401)")));
    const { conversation, words, told } = await (await rigOf({ model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Hello?"));
    expect(words().at(-1)).toBe("Goodbye.");
    expect(told.at(-1)).toEqual({ kind: "end", reason: "model_failed" });
    expect(model.requests).toHaveLength(1);
  });

  it("is slow: the person is asked to wait", async () => {
    const stalling = stalls();
    const model = recordedModel(async function* (request) {
      yield* stalling.reply(request);
      yield { kind: "text", text: "Here it is." };
    });
    const { conversation, words } = await (await rigOf({ model })).open();
    await conversation.begin(begin);
    const turn = conversation.hear(speech("1", "Hello?"));
    await waitUntil("it asks for patience", async () => words().at(-1) === "One moment, please.");
    stalling.goOn();
    await turn;
    expect(words().slice(1)).toEqual(["One moment, please.", "Here it is."]);
  });
});

describe("conclusions", () => {
  const extraction = {
    extraction_enabled: true,
    extraction_prompt: "Mind the dates.",
    extraction_variables: [
      { name: "day", type: "string", prompt: "The day" },
      { name: "people", type: "number", prompt: "How many" },
      { name: "first_time", type: "boolean", prompt: "Whether it is the first time" },
    ],
  };
  const conclude = (rig: Rig) =>
    concludeConversation(
      {
        database: test.database,
        secrets: testSecrets,
        guardedRequests: { fetch },
        logger: createLogger("test", { level: "silent" }),
      },
      { organizationId: rig.organizationId, runUuid: rig.runUuid, isLastTry: false },
    );
  const runOf = (rig: Rig) =>
    test.everything.selectFrom("call_runs").selectAll().where("uuid", "=", rig.runUuid).executeTakeFirstOrThrow();

  it("are drawn from the steps that were visited, in their types, once", async () => {
    const rig = await rigOf({ definition: receptionDefinition({ booking: extraction }) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "I want to book an appointment."));
    await conversation.hear(speech("2", "day: Monday, people: 3"));
    await conversation.hear(speech("3", "Yes. Finished."));
    await conclude(rig);
    expect(await runOf(rig)).toMatchObject({
      gathered_context: { day: "Monday", people: 3, first_time: true },
      disposition: "agent_hangup",
    });
    await test.everything
      .updateTable("call_runs")
      .set({ disposition: "mine" })
      .where("uuid", "=", rig.runUuid)
      .execute();
    await conclude(rig);
    expect((await runOf(rig)).disposition).toBe("mine");
  });

  it("of a call without a word are how it ended", async () => {
    const rig = await rigOf({ definition: receptionDefinition({ start: extraction }) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.personLeft();
    await conclude(rig);
    expect(await runOf(rig)).toMatchObject({ gathered_context: {}, disposition: "user_hangup" });
  });
});
