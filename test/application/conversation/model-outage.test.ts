import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mailOwners } from "../../../application/conversation/mail-owners.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { readConfig } from "../../../infra/config/config.ts";
import { openMailer } from "../../../infra/mail/mailer.ts";
import type { ModelOutage } from "../../../infra/postgres/conversation/failed-turns.repository.ts";
import { readFailedTurns } from "../../../infra/postgres/conversation/transcript.repository.ts";
import { readAttention } from "../../../infra/postgres/team/attention.repository.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { startMailServer } from "../../harness/mail-server.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { begin, createReception, readConversationRows, speech } from "./reception.ts";
import { fails, recordedModel, says } from "./recorded-model.ts";

const REASON = "The model's server refused the API key (401)";

let test: TestDatabase;
let tenant: Tenant;
let outages: ModelOutage[];

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  outages = [];
});
afterAll(() => test.drop());

/** One call whose only answer by the model succeeds or fails. */
const talk = async (result: "succeeds" | "fails", of = tenant) => {
  const model = recordedModel(result === "fails" ? fails(new ModelError("unauthorized", REASON)) : says("Yes."));
  const rig = await createReception(test, of, { model, tellOfOutage: (outage) => outages.push(outage) });
  const { conversation } = await rig.open();
  await conversation.begin(begin);
  await conversation.hear(speech("1", "Hello?"));
  return readConversationRows(test, rig);
};
const inOrganization = <T>(work: Parameters<typeof test.database.inOrganization<T>>[1]) =>
  test.database.inOrganization(tenant.organizationId, work);
const attention = () => inOrganization((tx) => readAttention(tx, { userId: null, limit: 10 }));
const timeline = () =>
  test.everything
    .selectFrom("timeline_events")
    .select(["id", "summary", "payload", "run_id"])
    .where("organization_id", "=", tenant.organizationId)
    .where("kind", "=", "system")
    .orderBy("id")
    .execute();

describe("a turn whose model failed", () => {
  it("has the reason, an event, and a place among what needs attention until an answer succeeds", async () => {
    const { turns, conversation } = await talk("fails");
    expect(turns.map(({ state, error }) => [state, error])).toEqual([
      ["done", null],
      ["failed", REASON],
    ]);
    expect(await inOrganization((tx) => readFailedTurns(tx, conversation.run_id))).toEqual([
      { turn: 2, at: expect.any(Date), error: REASON },
    ]);
    const [event, ...others] = await timeline();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      summary: `A talk: the language model failed. ${REASON}`,
      payload: { event: "model_failed", turn: 2, reason: REASON },
      run_id: conversation.run_id,
    });
    expect(await attention()).toMatchObject([
      { kind: "model_failed", timeline_event_id: event?.id, reason: REASON, summary: expect.stringContaining(REASON) },
    ]);
    await talk("succeeds");
    expect(await attention()).toEqual([]);
  });
});

describe("three of them in a row", () => {
  it("are an outage of which the owners are told once, and again after an answer has succeeded", async () => {
    await talk("fails");
    await talk("fails");
    expect(outages).toEqual([]);
    await talk("fails");
    const told = { organization: expect.any(String), reason: REASON, owners: [expect.stringContaining("@")] };
    expect(outages).toEqual([told]);
    await talk("fails");
    await talk("fails");
    expect(outages).toHaveLength(1);
    expect((await timeline()).filter(({ payload }) => Object.values(payload).includes("models_failing"))).toHaveLength(
      1,
    );
    await talk("succeeds");
    for (const result of ["fails", "fails"] as const) await talk(result);
    expect(outages).toHaveLength(1);
    await talk("fails");
    expect(outages).toHaveLength(2);
  });

  it("are none where an answer succeeded between them, or where they are of two organizations", async () => {
    for (const result of ["fails", "fails", "succeeds", "fails", "fails"] as const) await talk(result);
    await talk("fails", await createTenant(test));
    expect(outages).toEqual([]);
  });

  it("are told once by turns that fail at the same time", async () => {
    await Promise.all(Array.from({ length: 5 }, () => talk("fails")));
    await talk("fails");
    expect(outages).toHaveLength(1);
  });
});

describe("owners", () => {
  it("get a mail, and a mail server that refuses it is only a line in the log", async () => {
    const mails = await startMailServer();
    const log = captureLog();
    const mailer = openMailer(readConfig({ SMTP_URL: mails.url }));
    const outage = { organization: "Example", reason: REASON, owners: ["ada@example.com"] };
    const mail = () => mailOwners({ mailer, logger: log.logger }, outage, "https://calls.example.com");
    await mail();
    expect(mails.mails).toEqual([
      {
        to: ["ada@example.com"],
        subject: "Your agents cannot answer: their language model fails",
        text: expect.stringContaining("https://calls.example.com/console/models"),
      },
    ]);
    mails.setRefusing(true);
    await mail();
    expect(log.text()).toContain("an owner could not be mailed");
    await mailOwners({ mailer: null, logger: log.logger }, outage, "https://calls.example.com");
    await mails.close();
  });
});
