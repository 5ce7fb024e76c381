import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { checkPlayed } from "../../../application/rehearsal/check-played.ts";
import { playScenario, type RehearsedAgent } from "../../../application/rehearsal/play-scenario.ts";
import { rehearseConversation } from "../../../application/rehearsal/rehearse-conversation.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import type { PlayedConversation } from "../../../domain/rehearsal/played-conversation.ts";
import { scenarioContent } from "../../../domain/rehearsal/scenario.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { fillRehearsal } from "../../factories/rehearsals.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { receptionDefinition } from "../conversation/rig.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

interface Differences {
  lines: object[];
  data?: Record<string, Record<string, unknown>>;
  configurations?: Record<string, unknown>;
  scenario?: object;
  model?: ChatModel;
  rulePacks?: RehearsedAgent["rulePacks"];
}

const play = async ({
  lines,
  data = {},
  configurations = {},
  scenario = {},
  model = createScriptedModel(),
  rulePacks = { names: [], unconfirmed: [], country: null },
}: Differences) => {
  const agent: RehearsedAgent = {
    organizationId: tenant.organizationId,
    agentId: 1,
    definition: { ...receptionDefinition(data) },
    configurations,
    variables: {},
    dispositions: [],
    organizationZone: null,
    organizationName: "Acme",
    isDisclosureOff: false,
    rulePacks,
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const content = scenarioContent.parse({
    caller: { kind: "scripted", lines },
    context: { name: "Ada" },
    ...scenario,
  });
  const hold = async () => ({ end: async () => {} });
  const whole = await playScenario(api.dependencies, {
    ...{ agent, model, signal, hold },
    scenario: content,
    callerModel: model,
    written: () => {},
  });
  const named = { ...content, name: "A scenario", must_pass: true };
  const checks = await checkPlayed({ agent, scenario: named }, { ...whole, model, signal });
  return { played: whole.played, red: checks.filter(({ passed }) => !passed).map(({ kind }) => kind) };
};

const saidBy = ({ words }: PlayedConversation, speaker: string) =>
  words.filter((each) => each.speaker === speaker).map(({ text }) => text);

it("begins with what rule packs have a call say, by the country of the organization and the region of the scenario", async () => {
  const lines = [{ say: "Goodbye." }, { hang_up: true }];
  const of = async (rulePacks: RehearsedAgent["rulePacks"], region?: string) => {
    const { played, red } = await play({
      lines,
      rulePacks,
      scenario: { context: { name: "Ada", ...(region && { region }) } },
    });
    expect(red).toEqual([]);
    return saidBy(played, "agent")[0] ?? "";
  };
  const ai = { names: ["eu-ai-act"], unconfirmed: ["eu-ai-act/disclosure"] };
  const said = await of({ ...ai, country: "DE" });
  expect(said).toMatch(/artificial/i);
  expect(await of({ ...ai, country: "US" })).not.toMatch(/artificial/i);
  expect(await of({ ...ai, unconfirmed: [], country: "DE" })).not.toMatch(/artificial/i);
  const texas = { names: ["us-texas"], unconfirmed: ["us-texas/disclosure"], country: "US" };
  expect(await of(texas, "US-TX")).not.toBe(await of(texas));
});

it("a caller speaks over the agent: only what was heard counts", async () => {
  const { played } = await play({ lines: [{ say: "I want to book.", interrupts_after_words: 2 }, { hang_up: true }] });
  expect(played.words[0]).toMatchObject({ speaker: "agent", text: "Hello Ada, this is Mira.", heard: "Hello Ada" });
});

it("a caller hangs up in the middle of a sentence", async () => {
  const { played, red } = await play({ lines: [{ hang_up: true, interrupts_after_words: 1 }] });
  expect(played).toMatchObject({ end_reason: "user_hangup", turns: 1, words: [{ heard: "Hello" }] });
  expect(red).toEqual([]);
});

it("a caller who says nothing is asked once, and then the conversation ends", async () => {
  const { played } = await play({ lines: [{ silence_seconds: 90 }] });
  expect(saidBy(played, "agent")).toContain("Are you still there?");
  expect(played.end_reason).toBe("user_idle");
});

it("keys are pressed", async () => {
  const { played } = await play({ lines: [{ press: "12#" }, { hang_up: true }] });
  expect(saidBy(played, "person")).toEqual(["(pressed 12#)"]);
});

it("a wrong person does not get where the right one would", async () => {
  const checks = [{ kind: "never_reaches", step: "Booking" }];
  const lines = [{ say: "You have the wrong number." }, { hang_up: true }];
  expect((await play({ lines, scenario: { checks } })).red).toEqual([]);
  const right = [{ say: "I want to book an appointment." }, { hang_up: true }];
  expect((await play({ lines: right, scenario: { checks } })).red).toEqual(["never_reaches"]);
});

it("an agent of another language speaks it, and one that does not is red", async () => {
  const german = { start: { greeting: "Guten Tag, hier ist Mira, und ich m\u00f6chte Ihnen bitte helfen." } };
  const lines = [{ hang_up: true }];
  expect((await play({ lines, data: german, configurations: { language: "de-DE" } })).red).toEqual([]);
  expect((await play({ lines, data: german })).red).toEqual(["keeps_its_language"]);
});

it("time and zone are the scenario's", async () => {
  const data = { start: { greeting: "Today is {{current_weekday}}, {{current_time}}." } };
  const scenario = { now: "2026-11-02T23:30:00Z", timezone: "Asia/Tokyo" };
  const { played } = await play({ lines: [{ hang_up: true }], data, scenario });
  expect(saidBy(played, "agent")[0]).toMatch(/^Today is Tuesday, 8:30\sAM\.$/);
});

it("a conversation is played once: a try whose process is lost leaves no result, and the next one's is kept", async () => {
  const { organizationId } = tenant;
  const { agentId } = await createAgentRows(test, tenant, { definition: receptionDefinition() });
  const rows = await fillRehearsal(test.everything, { organization_id: organizationId, agent_id: agentId });
  const conversationId = rows.conversation_id;
  const agent = { definition: receptionDefinition(), configurations: {}, variables: {}, dispositions: [] };
  await test.everything
    .updateTable("rehearsals")
    .set({ agent, state: "running" })
    .where("id", "=", rows.rehearsal_id)
    .execute();
  await test.everything
    .updateTable("rehearsal_conversations")
    .set({ state: "waiting" })
    .where("id", "=", conversationId)
    .execute();
  const attempt = (signal: AbortSignal) =>
    rehearseConversation(api.dependencies, { organizationId, conversationId, signal });
  await expect(attempt(AbortSignal.abort())).rejects.toThrow();
  const read = () =>
    test.everything
      .selectFrom("rehearsal_conversations")
      .select(["state", "tries", "result"])
      .where("id", "=", conversationId)
      .executeTakeFirstOrThrow();
  expect(await read()).toMatchObject({ state: "playing", tries: 1, result: null });
  expect(await attempt(AbortSignal.timeout(PATIENCE_MS))).toBe("green");
  const kept = await read();
  expect(kept).toMatchObject({ state: "green", tries: 2 });
  expect(await attempt(AbortSignal.timeout(PATIENCE_MS))).toBe("green");
  expect(await read()).toEqual(kept);
});

/** A model that notes a day whatever was said, and concludes nothing. */
const inventingModel = (): ChatModel => {
  const model = createScriptedModel();
  return {
    name: model.name,
    async *reply(request) {
      for await (const event of model.reply(request))
        if (event.kind !== "call") yield event;
        else yield { ...event, arguments: request.mustCall ? "{}" : JSON.stringify({ day: "Sunday" }) };
    },
  };
};

it("a variable that nobody said has no value, as after a call", async () => {
  const booking = {
    extraction_enabled: true,
    extraction_variables: [{ name: "day", type: "string", prompt: "The day" }],
  };
  const lines = [
    { say: "I want to book an appointment." },
    { say: "That is all, we are finished." },
    { hang_up: true },
  ];
  const checks = [{ kind: "variable", name: "day", equals: null }];
  const { played, red } = await play({ lines, data: { booking }, scenario: { checks }, model: inventingModel() });
  expect(played.variables["day"] ?? null).toBeNull();
  expect(red).toEqual([]);
  const said = [{ say: "I want to book an appointment." }, { say: "Sunday. That is all, we are finished." }];
  const heard = await play({ lines: said, data: { booking }, scenario: { checks }, model: inventingModel() });
  expect(heard.red).toEqual(["variable"]);
});

it("ends with the word for who answered: what was heard, or what the carrier told", async () => {
  const answered = async (lines: object[], options: Partial<Differences> = {}) => {
    const { played } = await play({ lines, ...options });
    return [played.answered_by, played.end_reason];
  };
  const mailbox = [{ say: "Nobody is at home. Please leave a message after the tone." }, { silence_seconds: 10 }];
  const leaves = { voicemail_detection: { enabled: true, action: "leave_message", message: "Call back." } };
  expect(await answered(mailbox, { configurations: leaves })).toEqual(["voicemail", "voicemail_left"]);
  const assistant = { say: "Hello, this is the call assistant. Say your name and why you are calling." };
  expect((await answered([assistant, { say: "Hello?" }, { hang_up: true }]))[0]).toBe("screening");
  expect(await answered([assistant, { silence_seconds: 40 }])).toEqual(["screening", "screened"]);
  expect((await answered([{ say: "Hello, Ada here." }, { hang_up: true }]))[0]).toBe("person");
  expect((await answered([], { scenario: { answered_by: "voicemail" }, configurations: leaves }))[0]).toBe("voicemail");
});
