import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { concludeConversation } from "../../../application/conversation/conclude-conversation.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { createLogger } from "../../../infra/logger.ts";
import { noTracing } from "../../../infra/telemetry/tracing.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { begin, createReception, readConversationRows, speech } from "./reception.ts";
import { fails, recordedModel, says, stalls } from "./recorded-model.ts";
import { type Rig, receptionDefinition } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const rigOf = (options: Parameters<typeof createReception>[2] = {}) => createReception(test, tenant, options);
const rowsOf = (rig: Rig) => readConversationRows(test, rig);

describe("a machine that answers", () => {
  const answeredByMachine = { turnKey: "begin", answeredBy: "voicemail" } as const;
  const told = async (voicemail_detection: object, beginning: Parameters<typeof hearBegin>[1]) =>
    hearBegin({ voicemail_detection }, beginning);
  const hearBegin = async (configurations: object, beginning: { turnKey: string; answeredBy: "voicemail" | "fax" }) => {
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

  it("a machine that was taken for a person is left a message all the same", async () => {
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
        guardedRequests: { repeatingFetch: fetch },
        logger: createLogger("test", { level: "silent" }),
        prices: noPrices,
        tracing: noTracing,
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
      evidence: {
        day: { text: "day: Monday, people: 3", at: expect.any(String), entry_id: expect.any(Number) },
        people: { text: "day: Monday, people: 3" },
        first_time: { text: "Yes. Finished." },
      },
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

  it("the conclusion of a call without a word is how it ended", async () => {
    const rig = await rigOf({ definition: receptionDefinition({ start: extraction }) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.personLeft();
    await conclude(rig);
    expect(await runOf(rig)).toMatchObject({ gathered_context: {}, disposition: "user_hangup" });
  });
});
