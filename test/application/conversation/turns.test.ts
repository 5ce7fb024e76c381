import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openConversation } from "../../../domain/conversation/open-conversation.ts";
import type { ChatEvent } from "../../../domain/model/chat-model.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { ADA, begin, createReception, readConversationRows, speech } from "./reception.ts";
import { calls, recordedModel, says, stalls } from "./recorded-model.ts";
import { type Rig, receptionDefinition, recordingSession } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const rigOf = (options: Parameters<typeof createReception>[2] = {}) => createReception(test, tenant, options);
const rowsOf = (rig: Rig) => readConversationRows(test, rig);

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

  it("goes on although the person's words hold characters that cannot be stored", async () => {
    const rig = await rigOf({ model: recordedModel(says("Which day?")) });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Mon\0day \ud83d!"));
    await conversation.interrupted({ heard: "Which\0 d" });
    expect(words().slice(1)).toEqual(["Which day?"]);
    const { entries } = await rowsOf(rig);
    expect(entries.map(({ speaker, text, heard }) => [speaker, heard ?? text]).slice(1)).toEqual([
      ["person", "Monday \ufffd!"],
      ["agent", "Which d"],
    ]);
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

  it("keeps an answer that breaks off within a character", async () => {
    const rig = await rigOf({ model: recordedModel(says("Fine \ud83d")) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "How are you?"));
    const { entries } = await rowsOf(rig);
    expect(entries.at(-1)).toMatchObject({ speaker: "agent", text: "Fine \ufffd" });
  });

  it("greets with the words of the call's context, where it has some", async () => {
    const initialContext = { ...ADA, greeting_override: { type: "text", text: "Good day, {{name}}!" } };
    const { conversation, words } = await (await rigOf({ initialContext })).open();
    await conversation.begin(begin);
    expect(words()).toEqual(["Good day, Ada!"]);
  });
});

describe("what a model writes", () => {
  it("is said and stored as a person would say it, whatever pieces it comes in", async () => {
    const written = "**Fi|ne.** 👍 See [our p|age](https://a.de/x). <tool_c|all>{}</tool_call>Which *d|ay*?";
    const rig = await rigOf({ model: recordedModel(says(...written.split("|"))) });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Hello."));
    const said = ["Fine.", "See our page.", "Which day?"];
    expect(words().slice(1)).toEqual(said);
    const { entries } = await rowsOf(rig);
    expect(entries.slice(2).map(({ text }) => text)).toEqual(said);
  });

  it("is asked for once more when it is nothing, and then a phrase is said", async () => {
    const model = recordedModel(says(""), says("Which day?"), says("```x\n```"), says(" "));
    const { conversation, words } = await (await rigOf({ model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Hello."));
    expect(words().slice(1)).toEqual(["Which day?"]);
    await conversation.hear(speech("2", "Monday."));
    expect(words().slice(2)).toEqual(["I am sorry, something went wrong here.", "Could you say that again?"]);
    expect(model.requests).toHaveLength(4);
  });
});

describe("an answer that its model cuts off", () => {
  const cutOff =
    (events: ChatEvent[], call: { id: string; name: string } | null = null) =>
    () => [...events, { kind: "cut_off", call } as const];

  it("goes on after its last whole sentence", async () => {
    const model = recordedModel(
      cutOff([{ kind: "text", text: "We open at nine. And we cl" }]),
      says("We close at six."),
    );
    const rig = await rigOf({ model });
    const { conversation, told, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "What are your hours?"));
    expect(words().slice(1)).toEqual(["We open at nine.", "We close at six."]);
    expect(told.at(-1)).toMatchObject({ kind: "listen" });
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: "agent", text: "We open at nine." },
      { role: "person", text: expect.stringContaining("Go on after its last whole sentence") },
    ]);
    const { entries } = await rowsOf(rig);
    expect(entries.filter(({ speaker }) => speaker === "person").map(({ text }) => text)).toEqual([
      "What are your hours?",
    ]);
  });

  it("is said as far as it came where that is no whole sentence", async () => {
    const rig = await rigOf({ model: recordedModel(cutOff([{ kind: "text", text: "We open at ni" }])) });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "What are your hours?"));
    expect(words().slice(1)).toEqual(["We open at ni"]);
  });

  it("does nothing of a function call that was cut off, and tells the model why", async () => {
    const model = recordedModel(
      cutOff([], { id: "call_1", name: "book_appointment" }),
      says("That is too much for me."),
    );
    const rig = await rigOf({ model });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "An appointment, please."));
    expect(words().slice(1)).toEqual(["That is too much for me."]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "function",
      name: "book_appointment",
      result: expect.stringContaining("cut off in the middle of this call"),
    });
  });
});

describe("a model that could not be read", () => {
  it("while its turn was claimed is read again", async () => {
    const rig = await rigOf({ model: recordedModel(says("Yes?")) });
    let reads = 0;
    const model: Rig["ports"]["model"] = async (run) => {
      reads += 1;
      if (reads === 1) throw new Error("all connections to the database are in use");
      return rig.ports.model(run);
    };
    const { session, words } = recordingSession();
    const { organizationId, runUuid } = rig;
    const address = { organizationId, runUuid, driver: "relay", session } as const;
    const conversation = await openConversation({ ...rig.ports, model }, address);
    await conversation.begin(begin);
    expect(reads).toBe(0);
    expect(await conversation.hear(speech("1", "Hello?"))).toMatchObject({ kind: "done" });
    expect(words().at(-1)).toBe("Yes?");
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
    // Both processes do it at the same moment.
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

  it.each([
    ["", "2020-01-01"],
    [", also where it was alive by a clock that was set back since", "2999-01-01"],
  ])(
    "of a process that died is carried out by the next one; what the dead one had said does not count%s",
    async (_where, alive_at) => {
      const rig = await rigOf({ model: recordedModel(says("Welcome back.")) });
      const dead = await rig.open({ driver: "turn_webhook", model: recordedModel(stalls("Lost. ", "Words").reply) });
      await dead.conversation.begin(begin);
      void dead.conversation.hear(speech("1", "Hello?"));
      try {
        await waitUntil("it has spoken", async () => (await rowsOf(rig)).entries.length === 3);
        await test.everything.updateTable("conversation_turns").set({ alive_at }).execute();
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
    },
  );
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
    // If the process lived after all, its output would no longer be heard.
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
