import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { begin, createReception } from "./reception.ts";
import { recordedModel, says, stalls } from "./recorded-model.ts";
import type { Rig } from "./rig.ts";

/* A line is lost in the middle of an answer, with its process or without, and connected again. */

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const beginAgain = { ...begin, turnKey: "begin-2" };
const asks = { turnKey: "1", kind: "speech", text: "Are you there?" } as const;

const wordsOf = async (rig: Rig): Promise<string[]> => {
  const rows = await test.everything
    .selectFrom("conversation_entries as e")
    .innerJoin("call_runs as r", "r.id", "e.run_id")
    .select("e.text")
    .where("r.uuid", "=", rig.runUuid)
    .where("e.discarded_at", "is", null)
    .orderBy("e.id")
    .execute();
  return rows.map(({ text }) => text);
};

describe("a line that is connected again", () => {
  it.each([
    ["has asked to wait", stalls(), "One moment, please."],
    ["has said a part of its answer", stalls("Yes. ", "I"), "Yes."],
  ])("answers the person whose agent %s before", async (_, stalling, saidBefore) => {
    const rig = await createReception(test, tenant, { model: recordedModel(says("Yes, I am here.")) });
    const lost = await rig.open({ model: recordedModel(stalling.reply) });
    await lost.conversation.begin(begin);
    void lost.conversation.hear(asks);
    try {
      await waitUntil("it has said something", async () => lost.words().at(-1) === saidBefore);
      await waitUntil("that is kept", async () => (await wordsOf(rig)).at(-1) === saidBefore);
      const next = await rig.open();
      await next.conversation.begin(beginAgain);
      expect(next.words()).toEqual(["Yes, I am here."]);
      expect(await wordsOf(rig)).toEqual(["Hello Ada, this is Mira.", "Are you there?", "Yes, I am here."]);
    } finally {
      await lost.conversation.personLeft();
    }
  });

  it("says again what was finished after it was seen to be in progress, and changes nothing", async () => {
    const rig = await createReception(test, tenant, { model: recordedModel(says("Yes.")) });
    const lost = await rig.open();
    await lost.conversation.begin(begin);
    await lost.conversation.hear(asks);
    const next = await rig.open();
    await next.conversation.begin({ ...beginAgain, resumes: asks.turnKey });
    expect(next.words()).toEqual(["Yes."]);
    await lost.conversation.hear({ ...asks, turnKey: "2" });
    const later = await rig.open();
    await later.conversation.begin({ ...beginAgain, resumes: asks.turnKey });
    expect(later.words()).toEqual([]);
    const question = "Are you there?";
    expect(await wordsOf(rig)).toEqual(["Hello Ada, this is Mira.", question, "Yes.", question, "Yes."]);
  });

  it("gives the word to the person whose agent had finished", async () => {
    const rig = await createReception(test, tenant, { model: recordedModel(says("Yes.")) });
    const lost = await rig.open();
    await lost.conversation.begin(begin);
    await lost.conversation.hear(asks);
    const next = await rig.open();
    await next.conversation.begin(beginAgain);
    expect(next.told.map(({ kind }) => kind)).toEqual(["listen"]);
    expect(await wordsOf(rig)).toEqual(["Hello Ada, this is Mira.", "Are you there?", "Yes."]);
  });
});
