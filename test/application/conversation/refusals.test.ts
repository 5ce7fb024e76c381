import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { concludeConversation } from "../../../application/conversation/conclude-conversation.ts";
import { endConversation } from "../../../application/conversation/end-conversation.ts";
import type { ConversationDriver } from "../../../domain/conversation/conversation.ports.ts";
import { createLogger } from "../../../infra/logger.ts";
import { noTracing } from "../../../infra/telemetry/tracing.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { begin, createReception, readConversationRows, speech } from "./reception.ts";
import { calls, recordedModel, says, stalls } from "./recorded-model.ts";
import { type Rig, receptionDefinition } from "./rig.ts";

/* A person asks not to be called again, and nobody has answered them when the call is over. */

const PLAIN = "Never call me again!";
/** No plain wording: only a model can tell. */
const ROUNDABOUT = "Forget that you have this number.";

let test: TestDatabase;
let tenant: Tenant;
let nextNumber = 100;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Each talk has its own organization, whose model follows the script, and a run to its own number. */
const openTalk = async (script: readonly object[] = [], options: Parameters<typeof createReception>[2] = {}) => {
  tenant = await createTenant(test);
  const { organizationId: organization_id } = tenant;
  await test.everything
    .insertInto("model_configurations")
    .values({
      organization_id,
      part: "llm",
      provider: "local",
      model: "scripted",
      base_url: null,
      settings: { script },
    })
    .execute();
  const rig = await createReception(test, tenant, options);
  nextNumber += 1;
  const number = `+14155550${nextNumber}`;
  await test.everything
    .updateTable("call_runs")
    .set({ called_number: number })
    .where("uuid", "=", rig.runUuid)
    .execute();
  return { rig, number };
};

/** The person says this, and hangs up while the model is silent. */
const hangUpAfter = async (rig: Rig, said: string, driver: ConversationDriver = "relay"): Promise<void> => {
  const talk = await rig.open({ driver, model: recordedModel(stalls().reply) });
  await talk.conversation.begin(begin);
  const turn = talk.conversation.hear(speech("last", said));
  await waitUntil("the words are kept", async () =>
    (await readConversationRows(test, rig)).entries.some(({ speaker, text }) => speaker === "person" && text === said),
  );
  await talk.conversation.personLeft();
  await turn;
};

/** The carrier has told the end, as a settlement writes it; no campaign. */
const settle = (rig: Rig, set: object = { state: "completed", outcome: "answered" }) =>
  test.everything
    .updateTable("call_runs")
    .set({ ...set, holds_conversation: true, ended_at: new Date() })
    .where("uuid", "=", rig.runUuid)
    .execute();

const conclude = (rig: Rig, { isLastTry = false } = {}) =>
  concludeConversation(
    {
      database: test.database,
      secrets: testSecrets,
      guardedRequests: { repeatingFetch: fetch },
      logger: createLogger("test", { level: "silent" }),
      prices: noPrices,
      tracing: noTracing,
    },
    { organizationId: rig.organizationId, runUuid: rig.runUuid, isLastTry },
  );

const runOf = (rig: Rig) =>
  test.everything.selectFrom("call_runs").selectAll().where("uuid", "=", rig.runUuid).executeTakeFirstOrThrow();

const listedOf = async ({ organizationId }: Rig) =>
  test.everything
    .selectFrom("do_not_call")
    .select(["phone_number", "source"])
    .where("organization_id", "=", organizationId)
    .execute();

const expectHonoured = async (rig: Rig, number: string): Promise<void> => {
  expect(await listedOf(rig)).toEqual([{ phone_number: number, source: "opt_out" }]);
  expect(await runOf(rig)).toMatchObject({ outcome: "opted_out", opted_out: true });
  expect((await readConversationRows(test, rig)).conversation).toMatchObject({ opted_out: true });
};

const expectNobodyListed = async (rig: Rig): Promise<void> => {
  expect(await listedOf(rig)).toEqual([]);
  expect(await runOf(rig)).toMatchObject({ outcome: "answered", opted_out: false });
};

describe("a person who asks not to be called again and hangs up before the answer", () => {
  it("is listed when the call is concluded, as if the model had listed them, once", async () => {
    const { rig, number } = await openTalk();
    await hangUpAfter(rig, PLAIN);
    await settle(rig);
    expect(await listedOf(rig)).toEqual([]);
    await conclude(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
    const outcomes = await test.everything
      .selectFrom("timeline_events")
      .select("payload")
      .where("organization_id", "=", rig.organizationId)
      .where("kind", "=", "outcome")
      .execute();
    expect(outcomes).toEqual([{ payload: { outcome: "opted_out", disposition: "user_hangup", variables: {} } }]);
    const added = await test.everything
      .selectFrom("unsealed_entries")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("organization_id", "=", rig.organizationId)
      .executeTakeFirstOrThrow();
    expect(added.count).toBe(1);
  });

  it("is listed too when the answer was lost with its process", async () => {
    const { rig, number } = await openTalk();
    const stalling = stalls();
    const talk = await rig.open({ driver: "turn_webhook", model: recordedModel(stalling.reply, says("Too late.")) });
    await talk.conversation.begin(begin);
    const turn = talk.conversation.hear(speech("last", PLAIN));
    await waitUntil("the words are kept", async () =>
      (await readConversationRows(test, rig)).entries.some(({ text }) => text === PLAIN),
    );
    const { id: runId } = await runOf(rig);
    // The end of the call comes from elsewhere, while the turn goes on.
    await test.database.inOrganization(rig.organizationId, (tx) =>
      endConversation(tx, { runId }, { reason: "user_hangup" }),
    );
    stalling.goOn();
    await turn;
    await settle(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
  });

  it("is listed too when the carrier's report of the end was faster than the words", async () => {
    const { rig, number } = await openTalk();
    const talk = await rig.open();
    await talk.conversation.begin(begin);
    await (await rig.open()).conversation.personLeft();
    await talk.conversation.hear(speech("last", PLAIN));
    await settle(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
    expect((await readConversationRows(test, rig)).turns.at(-1)).toMatchObject({ state: "interrupted" });
  });

  it("is listed too when they said it over a greeting that is finished first", async () => {
    const { rig, number } = await openTalk([], {
      definition: receptionDefinition({ start: { allow_interrupt: false } }),
    });
    const talk = await rig.open({ model: recordedModel(stalls().reply) });
    const turns = [talk.conversation.begin(begin), talk.conversation.hear(speech("last", PLAIN))];
    await talk.conversation.personLeft();
    await Promise.all(turns);
    await settle(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
  });

  it("is listed where the model of the turn has listed them only after the call was settled", async () => {
    const { rig, number } = await openTalk();
    const model = recordedModel(calls("never_call_again"), says("Goodbye."));
    const talk = await rig.open({ model });
    await talk.conversation.begin(begin);
    await settle(rig);
    await talk.conversation.hear(speech("1", ROUNDABOUT));
    await talk.conversation.personLeft();
    await conclude(rig);
    await expectHonoured(rig, number);
  });

  it("is not listed where they asked for something else", async () => {
    const { rig } = await openTalk();
    await hangUpAfter(rig, "I have to go, my tea is ready.");
    await settle(rig);
    await conclude(rig);
    await expectNobodyListed(rig);
    expect((await readConversationRows(test, rig)).conversation.error).toBeNull();
  });

  it("cannot be listed from a chat, where nobody is called", async () => {
    const { rig } = await openTalk();
    await hangUpAfter(rig, PLAIN, "text");
    await settle(rig);
    await conclude(rig);
    await expectNobodyListed(rig);
  });

  it("is listed with a disposition of their own, drawn by the same request to the model", async () => {
    const { rig, number } = await openTalk([], {
      definition: receptionDefinition({
        start: {
          extraction_enabled: true,
          extraction_variables: [{ name: "people", type: "number", prompt: "How many" }],
        },
      }),
    });
    await hangUpAfter(rig, "people: 3, and never call me again");
    await settle(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
    expect((await runOf(rig)).gathered_context).toEqual({ people: 3 });
  });
});

describe("a person whose words were answered", () => {
  it("and who says goodbye after the agent has ended the call is not asked about", async () => {
    const { rig } = await openTalk([{ when: "", fail: "unauthorized" }]);
    const talk = await rig.open();
    await talk.conversation.begin(begin);
    await talk.conversation.stop({ reason: "agent_hangup" });
    await talk.conversation.hear(speech("last", "Bye."));
    await settle(rig);
    await conclude(rig);
    await expectNobodyListed(rig);
    const { conversation, entries } = await readConversationRows(test, rig);
    expect(conversation.error).toBeNull();
    expect(entries.map(({ text }) => text)).not.toContain("Bye.");
  });

  it("is judged by the answer alone: the model is not asked again", async () => {
    const { rig } = await openTalk([{ when: "", fail: "unauthorized" }]);
    const talk = await rig.open({ model: recordedModel(says("As you wish.")) });
    await talk.conversation.begin(begin);
    await talk.conversation.hear(speech("1", PLAIN));
    await talk.conversation.personLeft();
    await settle(rig);
    await conclude(rig);
    await expectNobodyListed(rig);
    expect((await readConversationRows(test, rig)).conversation.error).toBeNull();
  });

  it("is asked about again where only a silence was answered since, which asks no model", async () => {
    const { rig, number } = await openTalk();
    const talk = await rig.open({ model: recordedModel(stalls().reply) });
    await talk.conversation.begin(begin);
    const turn = talk.conversation.hear(speech("1", PLAIN));
    await waitUntil("the words are kept", async () => (await readConversationRows(test, rig)).turns.length === 2);
    await talk.conversation.hear({ turnKey: "2", kind: "silence" });
    await turn;
    await talk.conversation.personLeft();
    await settle(rig);
    await conclude(rig);
    await expectHonoured(rig, number);
  });
});

describe("where no model can be asked", () => {
  const away = (fail: "unavailable" | "unauthorized") => [{ when: "", fail }];

  it("plain words are honoured at the first try, before the conclusion is tried again", async () => {
    const { rig, number } = await openTalk(away("unavailable"));
    await hangUpAfter(rig, PLAIN);
    await settle(rig);
    await expect(conclude(rig)).rejects.toThrow("The script says so");
    await expectHonoured(rig, number);
    await conclude(rig, { isLastTry: true });
    await expectHonoured(rig, number);
  });

  it.each(["unavailable", "unauthorized"] as const)(
    "plain words count at the last try, and the error says that nobody has judged others: %s",
    async (fail) => {
      const { rig, number } = await openTalk(away(fail));
      await hangUpAfter(rig, PLAIN);
      await settle(rig);
      await conclude(rig, { isLastTry: true });
      await expectHonoured(rig, number);
      const { conversation } = await readConversationRows(test, rig);
      expect(conversation.error).toMatch(/not to be called again was decided without a model/);
    },
  );

  it("other words do not list anybody", async () => {
    const { rig } = await openTalk(away("unavailable"));
    await hangUpAfter(rig, ROUNDABOUT);
    await settle(rig);
    await conclude(rig, { isLastTry: true });
    await expectNobodyListed(rig);
    const { conversation } = await readConversationRows(test, rig);
    expect(conversation.error).toMatch(/decided without a model/);
  });
});
