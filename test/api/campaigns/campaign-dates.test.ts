import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { restartLostCampaigns } from "../../../activities/maintenance/restart-lost-campaigns.ts";
import {
  campaignForecastOperation,
  campaignProgressOperation,
  campaignSummaryOperation,
  contactOutlookOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  backFillCampaignOperation,
  cancelCampaignOperation,
  createCampaignOperation,
  deleteCampaignOperation,
  getCampaignOperation,
  listCampaignsOperation,
  pauseCampaignOperation,
  redialCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
  unscheduleCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { campaignContract } from "../../../workflows/campaign/campaign.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, type NewContact } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { doneBefore } from "../../harness/before-instant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";

let test: TestDatabase;
let api: TestApi;
let simulator: { baseUrl: string; close(): Promise<void> };
let worker: { stop(): Promise<void> };
let namespace: string;
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  simulator = await startTestSimulator({
    script: {
      speed: 100_000,
      defaults: { outcomes: ["answered"] },
      rules: [{ match: "77$", outcomes: ["busy"] }],
    },
  });
  namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  worker = await startTestWorker(test, { api, namespace });
  await api.dependencies.objectStore.ensureBucket();
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await simulator.close();
  await test.drop();
});

const BERLIN: NewContact = { phone_number: "+491512345601", timezone: "Europe/Berlin" };
const NEW_YORK: NewContact = { phone_number: "+12125550102", timezone: "America/New_York" };
const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });
const inMs = (ms: number) => ({ at: new Date(Date.now() + ms).toISOString() });
const HOUR_MS = 3_600_000;
const draftFor = async (contacts: NewContact[], overrides: object = {}) => {
  const contact_list_id = await createContactListRows(test, tenant, contacts);
  return (await createCampaign(operator, { workflow_id: agentId, contact_list_id, ...overrides })).id;
};
const bodyOf = async <Body>(answer: Promise<{ body: Body }>): Promise<Body> => (await answer).body;
const start = (id: number) => bodyOf(operator.call(startCampaignOperation, { ...at(id), body: {} }));
const stateOf = async (id: number) => (await bodyOf(operator.call(getCampaignOperation, at(id)))).state;
const isIn = (id: number, state: string) =>
  waitUntil(`campaign ${id} is ${state}`, async () => (await stateOf(id)) === state);
const attemptsOf = async (id: number) =>
  test.everything.selectFrom("call_runs").selectAll().where("campaign_id", "=", id).orderBy("id").execute();

/** Starts a campaign that begins at an instant, and looks at it wherever it is shown before that. Returns its id. */
const isScheduled = async (begins: Date): Promise<number> => {
  const startsAt = { at: begins.toISOString() };
  const id = await draftFor([BERLIN], { starts_at: startsAt });
  const scheduled = await start(id);
  expect(scheduled).toMatchObject({
    state: "scheduled",
    starts_at: startsAt,
    begins_at: startsAt.at,
    started_at: null,
  });
  expect((await start(id)).state).toBe("scheduled");
  const { campaigns } = await bodyOf(
    operator.call(listCampaignsOperation, { query: { state: "scheduled", with_progress: "true" } }),
  );
  expect(campaigns.find((each) => each.id === id)).toMatchObject({
    begins_at: startsAt.at,
    progress: { state: "scheduled", waiting_until: startsAt.at },
  });
  expect(await bodyOf(operator.call(campaignProgressOperation, at(id)))).toMatchObject({
    waiting_until: startsAt.at,
  });
  const handle = api.dependencies.temporal.workflow.getHandle(
    campaignContract.workflowId({ organizationId: tenant.organizationId, campaignId: id }),
  );
  expect((await handle.describe()).searchAttributes?.["CampaignState"]).toEqual(["scheduled"]);
  return id;
};

describe("a campaign with a start of its own", () => {
  it("is scheduled, says when it begins wherever it is shown, and dials at its start and not before", async () => {
    const [begins, id] = await doneBefore(4, isScheduled);
    await isIn(id, "completed");
    const [run] = await attemptsOf(id);
    expect(run?.carrier_requested_at?.getTime()).toBeGreaterThanOrEqual(begins.getTime());
    const { logs } = await bodyOf(operator.call(getCampaignOperation, at(id)));
    expect(logs.map(({ event, actor }) => [event, actor]).toReversed()).toEqual(
      expect.arrayContaining([
        ["scheduled", `user:${tenant.operator.userId}`],
        ["started", "system"],
      ]),
    );
    expect((await bodyOf(operator.call(getCampaignOperation, at(id)))).begins_at).toBeNull();
  });

  it("begins on the first clock among its contacts, and the outlook of each says when their own has come", async () => {
    const tomorrow = new Date(Date.now() + 36 * HOUR_MS).toISOString().slice(0, 10);
    const id = await draftFor([BERLIN, NEW_YORK], { starts_at: { local: `${tomorrow}T10:00` } });
    const scheduled = await start(id);
    expect(scheduled.begins_at).toBe(`${tomorrow}T09:00:00.000Z`);
    const contacts = await test.everything
      .selectFrom("contacts")
      .select(["id", "timezone"])
      .where("contact_list_id", "=", scheduled.contact_list_id)
      .execute();
    const opens = new Map<string, string | null>();
    for (const { id: contact_id, timezone } of contacts) {
      const outlook = await bodyOf(operator.call(contactOutlookOperation, { params: { campaign_id: id, contact_id } }));
      opens.set(String(timezone), outlook.next_at);
      expect(outlook.rules.find(({ rule }) => rule === "campaign")?.sentence).toContain("The campaign is scheduled");
    }
    expect(opens).toEqual(
      new Map([
        ["Europe/Berlin", `${tomorrow}T09:00:00.000Z`],
        ["America/New_York", `${tomorrow}T15:00:00.000Z`],
      ]),
    );
    const forecast = await bodyOf(operator.call(campaignForecastOperation, at(id)));
    expect(forecast.first_call_at).toBe(`${tomorrow}T09:00:00.000Z`);
    await bodyOf(operator.call(cancelCampaignOperation, at(id)));
  });

  it("is begun at once when its start is taken away, and later when it is moved", async () => {
    const id = await draftFor([BERLIN], { starts_at: inMs(HOUR_MS) });
    await start(id);
    const later = inMs(2 * HOUR_MS);
    expect(
      await bodyOf(operator.call(updateCampaignOperation, { ...at(id), body: { starts_at: later } })),
    ).toMatchObject({
      state: "scheduled",
      begins_at: later.at,
    });
    await bodyOf(operator.call(updateCampaignOperation, { ...at(id), body: { unset: ["starts_at"] } }));
    await isIn(id, "completed");
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("becomes a draft again, which can be deleted, or scheduled once more", async () => {
    const id = await draftFor([BERLIN], { starts_at: inMs(HOUR_MS) });
    await start(id);
    expect(await operator.refused(deleteCampaignOperation, at(id))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("unschedule it first"),
    });
    expect(await bodyOf(operator.call(unscheduleCampaignOperation, at(id)))).toMatchObject({
      state: "draft",
      begins_at: null,
    });
    expect((await bodyOf(operator.call(unscheduleCampaignOperation, at(id)))).state).toBe("draft");
    expect((await start(id)).state).toBe("scheduled");
    await bodyOf(operator.call(unscheduleCampaignOperation, at(id)));
    await bodyOf(operator.call(deleteCampaignOperation, at(id)));
  });

  it("refuses what has no meaning before it has begun, and says what to do", async () => {
    const id = await draftFor([BERLIN], { starts_at: inMs(HOUR_MS) });
    await start(id);
    const sentences = [
      await operator.refused(pauseCampaignOperation, at(id)),
      await operator.refused(resumeCampaignOperation, at(id)),
      await operator.refused(redialCampaignOperation, { ...at(id), body: {} }),
      await operator.refused(backFillCampaignOperation, {
        ...at(id),
        body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
      }),
      await operator.refused(updateCampaignOperation, { ...at(id), body: { workflow_id: agentId } }),
    ];
    expect(sentences.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(sentences.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("it calls nobody yet"),
      expect.stringContaining("it begins at its start"),
      expect.stringContaining("redial"),
      expect.stringContaining("has called nobody yet"),
      expect.stringContaining("unschedule the campaign first"),
    ]);
    await bodyOf(operator.call(cancelCampaignOperation, at(id)));
  });

  it("a campaign whose workflow was ended begins once, at its start, by the one that maintenance starts", async () => {
    const [, id] = await doneBefore(3, async (begins) => {
      const made = await draftFor([BERLIN], { starts_at: { at: begins.toISOString() } });
      await start(made);
      const address = { organizationId: tenant.organizationId, campaignId: made };
      await api.dependencies.temporal.workflow.getHandle(campaignContract.workflowId(address)).terminate("lost");
      expect(await restartLostCampaigns(api.dependencies)).toBe(1);
      return made;
    });
    await isIn(id, "completed");
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("begins when the import into its list is over that was under way at its start, and calls who came with it", async () => {
    const [begins, { id, owner, imported }] = await doneBefore(2, async (instant) => {
      const made = await draftFor([BERLIN], { starts_at: { at: instant.toISOString() } });
      const { contact_list_id } = await start(made);
      const row = { organization_id: tenant.organizationId, contact_list_id: contact_list_id ?? 0 };
      const underWay = await test.everything
        .insertInto("contact_imports")
        .values({ ...row, object_key: "people.csv", request_uuid: randomUUID(), status: "processing" })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id: made, owner: row, imported: underWay };
    });
    await waitUntil("it looks again later", async () => {
      const { begins_at: later, state } = await bodyOf(operator.call(getCampaignOperation, at(id)));
      return state === "scheduled" && later !== null && later > begins.toISOString();
    });
    await test.everything
      .insertInto("contacts")
      .values({ ...owner, phone_number: "+12125550104" })
      .execute();
    await test.everything
      .updateTable("contact_imports")
      .set({ status: "completed" })
      .where("id", "=", imported.id)
      .execute();
    await isIn(id, "completed");
    expect(await attemptsOf(id)).toHaveLength(2);
  });

  it("is told of an earlier start that its workflow has not heard of", async () => {
    const id = await draftFor([BERLIN], { starts_at: inMs(HOUR_MS) });
    await start(id);
    // A process that died behind its transaction has left this.
    await test.everything
      .updateTable("campaigns")
      .set({ starts_at: inMs(-60_000), begins_at: new Date(Date.now() - 60_000) })
      .where("id", "=", id)
      .execute();
    await restartLostCampaigns(api.dependencies);
    await isIn(id, "completed");
  });
});

describe("a campaign with an end of its own", () => {
  it("completes at its end with who was not called, told in summary, log and report", async () => {
    const retry_config = { max_retries: 3, retry_delay_seconds: 3600 };
    const slots = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "00:00", end_time: "24:00" }));
    const holidays = [new Date().toISOString().slice(0, 10)];
    const busy = { phone_number: "+12125550177", timezone: "Pacific/Kiritimati" };
    // On the present date nobody is called in UTC; the busy one lives where another date may be.
    const never = { phone_number: "+447700900103", timezone: "UTC" };
    const schedule_config = { timezone: "UTC", slots, holidays };
    const isOtherDate = new Date(Date.now() + 14 * HOUR_MS).toISOString().slice(0, 10) !== holidays[0];
    // The last seconds before an end admit no call: whoever may be called is called before them.
    const [ends, id] = await doneBefore(14, async (instant) => {
      const ends_at = { at: instant.toISOString() };
      const made = await draftFor([busy, never], { ends_at, retry_config, schedule_config });
      await start(made);
      await waitUntil("whoever may be called is called", async () => {
        const isCalled = (await attemptsOf(made)).some(({ outcome }) => outcome === "busy");
        return isCalled || !isOtherDate || Date.now() > instant.getTime();
      });
      return made;
    });
    await isIn(id, "completed");
    const summary = await bodyOf(operator.call(campaignSummaryOperation, at(id)));
    expect(summary).toMatchObject({ total: 2, not_called_by_end: isOtherDate ? 1 : 2 });
    expect(summary.last_outcomes).toEqual(isOtherDate ? { busy: 1, blocked_ended: 1 } : { blocked_ended: 2 });
    expect(summary.attempts).toBe(isOtherDate ? 1 : 0);
    const campaign = await bodyOf(operator.call(getCampaignOperation, at(id)));
    // Where the present date is the same on both clocks nobody may be called before the end, so that there is nothing to wait for.
    if (isOtherDate) expect(Date.parse(campaign.completed_at ?? "")).toBeGreaterThan(ends.getTime() - 8000);
    expect(campaign.logs[0]?.message).toContain("because its end came before");
    const report = await operator.fetch(`/api/v1/campaigns/${id}/report?rows=contacts`);
    expect(await report.text()).toContain("The campaign's end came before its turn");
  });

  it("an end that has passed keeps a paused campaign paused until it is moved", async () => {
    const id = await draftFor([BERLIN], { ends_at: inMs(HOUR_MS), schedule_config: closedToday() });
    await start(id);
    await bodyOf(operator.call(pauseCampaignOperation, at(id)));
    await test.everything
      .updateTable("campaigns")
      .set({ ends_at: inMs(-1000) })
      .where("id", "=", id)
      .execute();
    expect(await operator.refused(resumeCampaignOperation, at(id))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("set a later ends_at first"),
    });
    const moved = { ...at(id), body: { starts_at: inMs(HOUR_MS) } };
    expect(await operator.refused(updateCampaignOperation, moved)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("the campaign has begun"),
    });
    await bodyOf(operator.call(updateCampaignOperation, { ...at(id), body: { ends_at: inMs(HOUR_MS) } }));
    expect((await bodyOf(operator.call(resumeCampaignOperation, at(id)))).state).toBe("running");
    await bodyOf(operator.call(pauseCampaignOperation, at(id)));
    await bodyOf(operator.call(cancelCampaignOperation, at(id)));
  });

  it.each([
    ["a start that has passed", { starts_at: { at: "2026-01-01T00:00:00Z" } }, "starts_at"],
    ["an end before its start", { starts_at: inMs(2 * HOUR_MS), ends_at: inMs(HOUR_MS) }, "ends_at"],
    ["an instant without an offset", { starts_at: { at: "2030-01-01T00:00:00" } }, "at"],
    ["a clock time with a zone", { starts_at: { local: "2030-01-01T00:00Z" } }, "local"],
    ["a day that is in no calendar", { ends_at: { local: "2030-02-30T10:00" } }, "local"],
    [
      "both an instant and a clock time",
      { ends_at: { at: "2030-01-01T00:00:00Z", local: "2030-01-01T00:00" } },
      "ends_at",
    ],
    ["neither", { ends_at: {} }, "ends_at"],
  ])("is refused with %s, by the field at fault", async (_what, dates, field) => {
    const contact_list_id = await createContactListRows(test, tenant, [BERLIN]);
    const body = { name: "dated", workflow_id: agentId, contact_list_id, ...dates };
    const { status, detail } = await operator.refused(createCampaignOperation, { body });
    expect([status, detail]).toEqual([422, [expect.objectContaining({ loc: expect.arrayContaining([field]) })]]);
  });

  it("says whose clocks skip or repeat a time, and whose end comes before they may be called", async () => {
    const contact_list_id = await createContactListRows(test, tenant, [BERLIN, NEW_YORK]);
    const campaign = await bodyOf(
      operator.call(createCampaignOperation, {
        body: {
          name: "odd",
          workflow_id: agentId,
          contact_list_id,
          starts_at: { local: "2027-10-31T02:30" },
          ends_at: { at: "2027-10-31T03:00:00Z" },
        },
      }),
    );
    expect(campaign.warning_details?.map(({ code, values }) => [code, values["zones"]])).toEqual([
      ["ends_too_early", "America/New_York"],
      ["clocks_change", "Europe/Berlin"],
    ]);
  });
});

const closedToday = () => ({
  timezone: "UTC",
  slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "00:00", end_time: "24:00" })),
  holidays: [-1, 0, 1].map((days) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10)),
});
