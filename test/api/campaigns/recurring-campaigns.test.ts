import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ScheduleNotFoundError, type ScheduleOverlapPolicy } from "@temporalio/client";
import { restartLostCampaigns } from "../../../activities/maintenance/restart-lost-campaigns.ts";
import {
  cancelCampaignOperation,
  createCampaignOperation,
  getCampaignOperation,
  listCampaignsOperation,
  pauseCampaignOperation,
  startCampaignOperation,
  unscheduleCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { listOccurrences, parseRule } from "../../../domain/campaign/recurrence.ts";
import { campaignOccurrenceContract } from "../../../workflows/campaign/campaign-occurrence.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { recordHistory } from "../../harness/record-history.ts";
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
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  simulator = await startTestSimulator({
    script: {
      speed: 1000,
      defaults: { outcomes: ["answered"] },
      // Under way for as long as a test needs it.
      rules: [{ match: "99$", outcomes: ["answered"], talk_seconds: 86_400, ring_seconds: 86_400 }],
    },
  });
  const namespace = await createTestNamespace();
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

const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });
const get = async (id: number) => (await operator.call(getCampaignOperation, at(id))).body;
const start = async (id: number) => (await operator.call(startCampaignOperation, { ...at(id), body: {} })).body;
const DAILY = { rule: "FREQ=DAILY;BYHOUR=9", timezone: "Europe/Berlin" };
const ANSWERS = "+12125550101";
const TALKS = "+12125550199";

interface Rhythm {
  rule: string;
  timezone: string;
  holidays?: string[];
  overlap?: "skip" | "wait" | "stop";
  missed?: "run" | "skip";
}

const recurring = async (recurrence: Rhythm, numbers: readonly string[] = [ANSWERS]): Promise<number> => {
  const contact_list_id = await createContactListRows(
    test,
    tenant,
    numbers.map((phone_number) => ({ phone_number })),
  );
  return (await createCampaign(operator, { workflow_id: agentId, contact_list_id, recurrence })).id;
};
const scheduleOf = (campaignId: number) =>
  api.dependencies.temporal.schedule.getHandle(
    campaignOccurrenceContract.scheduleId({ organizationId: tenant.organizationId, campaignId }),
  );
const isGone = (campaignId: number) =>
  scheduleOf(campaignId)
    .describe()
    .then(
      () => false,
      (error: unknown) => error instanceof ScheduleNotFoundError,
    );
const childrenOf = async (id: number) =>
  (await operator.call(listCampaignsOperation, { query: { recurs_campaign_id: id } })).body.campaigns;
const hasChildren = (id: number, count: number) =>
  waitUntil(`campaign ${id} has made ${count}`, async () => {
    const children = await childrenOf(id);
    return children.length === count && children;
  });
/** The schedule knows that the campaign of the last time has ended. */
const isQuiet = (id: number) =>
  waitUntil(
    "nothing of the last time is open",
    async () => (await scheduleOf(id).describe()).info.runningActions.length === 0,
  );
/** Times of the past, as if the schedule came to them now. */
const comeTo = async (id: number, date: string, overlap?: ScheduleOverlapPolicy): Promise<void> => {
  const [from, to] = [new Date(`${date}T00:00:00Z`), new Date(`${date}T23:00:00Z`)];
  await scheduleOf(id).backfill({ start: from, end: to, ...(overlap && { overlap }) });
};

it("a recurring campaign makes one at each time, for whom its list holds then, and dials nobody itself", async () => {
  const id = await recurring(DAILY);
  const started = await start(id);
  const parsed = parseRule(DAILY.rule);
  if ("fault" in parsed) throw new Error(parsed.fault);
  const next = listOccurrences(
    parsed.rule,
    { timezone: DAILY.timezone, holidays: [] },
    { afterMs: Date.now(), most: 3 },
  );
  expect(started).toMatchObject({
    state: "scheduled",
    begins_at: new Date(next[0]?.atMs ?? 0).toISOString(),
    recurrence: { ...DAILY, overlap: "skip", missed: "run", holidays: [] },
  });
  const { info, policies } = await scheduleOf(id).describe();
  expect(info.nextActionTimes.slice(0, 3).map((time) => time.getTime())).toEqual(next.map(({ atMs }) => atMs));
  expect([policies.overlap, policies.catchupWindow]).toEqual(["SKIP", 30 * 86_400_000]);
  await comeTo(id, "2026-11-02");
  const [first] = await hasChildren(id, 1);
  expect(first).toMatchObject({
    recurs_campaign_id: id,
    recurs_at: "2026-11-02T09:00",
    name: expect.stringContaining("2026-11-02 09:00"),
  });
  await waitUntil("it has called its contact", async () => (await get(first?.id ?? 0)).state === "completed");
  await isQuiet(id);
  await test.everything
    .insertInto("contacts")
    .values({
      organization_id: tenant.organizationId,
      contact_list_id: Number(started.contact_list_id),
      phone_number: "+12125550102",
    })
    .execute();
  await comeTo(id, "2026-11-03");
  const children = await hasChildren(id, 2);
  const second = children.find(({ recurs_at: time }) => time === "2026-11-03T09:00");
  await waitUntil("the second has called both", async () => (await get(second?.id ?? 0)).total_rows === 2);
  await isQuiet(id);
  // The same time once more makes none.
  await comeTo(id, "2026-11-02");
  await waitUntil("the repeated time has been looked at", async () => {
    const { info: later } = await scheduleOf(id).describe();
    return later.runningActions.length === 0 && later.numActionsTaken >= 3;
  });
  expect(await childrenOf(id)).toHaveLength(2);
  expect((await get(id)).executed_count).toBe(0);
  const made = (await scheduleOf(id).describe()).info.recentActions[0]?.action;
  if (made?.type === "startWorkflow")
    await recordHistory({ client: api.dependencies.temporal }, made.workflow.workflowId, "campaign-occurrence");
});

it("a holiday is left out, and the log says so", async () => {
  const id = await recurring({ ...DAILY, holidays: ["2026-11-02"] });
  await start(id);
  const { spec } = await scheduleOf(id).describe();
  expect(spec.skip).toHaveLength(1);
  await scheduleOf(id).update((before) => ({ ...before, spec: { ...before.spec, skip: [] } }));
  await comeTo(id, "2026-11-02");
  await waitUntil("it is logged", async () =>
    (await get(id)).logs.some(({ event }) => event === "occurrence_left_out"),
  );
  expect(await childrenOf(id)).toEqual([]);
});

it.each([
  ["skip", "SKIP"],
  ["wait", "BUFFER_ONE"],
  ["stop", "CANCEL_OTHER"],
] as const)("a time that meets the campaign of the last one is treated as said: %s", async (overlap, policy) => {
  const id = await recurring({ ...DAILY, overlap }, [TALKS]);
  await start(id);
  expect((await scheduleOf(id).describe()).policies.overlap).toBe(policy);
  await comeTo(id, "2026-11-02", policy);
  const [first] = await hasChildren(id, 1);
  await waitUntil("somebody is on the phone", async () => (await get(first?.id ?? 0)).executed_count === 1);
  await comeTo(id, "2026-11-03", policy);
  if (overlap === "stop") {
    await hasChildren(id, 2);
    expect((await get(first?.id ?? 0)).state).toBe("canceled");
  } else if (overlap === "wait") {
    await waitUntil("it is waited for", async () => (await scheduleOf(id).describe()).info.numActionsTaken === 1);
    expect(await childrenOf(id)).toHaveLength(1);
    await end(first?.id ?? 0);
    await hasChildren(id, 2);
  } else {
    await waitUntil("it is skipped", async () => (await scheduleOf(id).describe()).info.numActionsSkippedOverlap === 1);
    expect(await childrenOf(id)).toHaveLength(1);
  }
  await operator.call(cancelCampaignOperation, at(id));
});

/** Cancels a campaign by hand. */
const end = async (id: number): Promise<void> => {
  await operator.call(pauseCampaignOperation, at(id));
  await operator.call(cancelCampaignOperation, at(id));
};

it("the schedule follows its row: changed, taken away, made again, and deleted with the campaign", async () => {
  const id = await recurring({ ...DAILY, missed: "skip" });
  await start(id);
  expect((await scheduleOf(id).describe()).policies.catchupWindow).toBe(60_000);
  const recurrence = { rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=10", timezone: "UTC", overlap: "wait" as const };
  await operator.call(updateCampaignOperation, { ...at(id), body: { recurrence } });
  const changed = await scheduleOf(id).describe();
  expect([changed.policies.overlap, changed.info.nextActionTimes[0]?.getUTCDay()]).toEqual(["BUFFER_ONE", 1]);
  expect((await get(id)).begins_at).toBe(changed.info.nextActionTimes[0]?.toISOString());
  // Deleted by hand, as with the data of a server that is lost.
  await scheduleOf(id).delete();
  await restartLostCampaigns(api.dependencies);
  expect((await scheduleOf(id).describe()).policies.overlap).toBe("BUFFER_ONE");
  expect((await operator.call(unscheduleCampaignOperation, at(id))).body).toMatchObject({
    state: "draft",
    begins_at: null,
  });
  expect(await isGone(id)).toBe(true);
  await start(id);
  expect(await isGone(id)).toBe(false);
  await operator.call(cancelCampaignOperation, at(id));
  expect(await isGone(id)).toBe(true);
});

it("a schedule that outlived its campaign makes nothing, and is deleted", async () => {
  const id = await recurring(DAILY);
  await start(id);
  await test.everything.updateTable("campaigns").set({ state: "canceled" }).where("id", "=", id).execute();
  await scheduleOf(id).trigger();
  await waitUntil("the schedule is gone", () => isGone(id));
  expect(await childrenOf(id)).toEqual([]);
});

it.each([
  ["a rule that cannot be kept", { recurrence: { ...DAILY, rule: "FREQ=DAILY;INTERVAL=2;BYHOUR=9" } }, "INTERVAL is 1"],
  [
    "a rule that never comes",
    { recurrence: { ...DAILY, rule: "FREQ=DAILY;BYHOUR=9;UNTIL=20200101" } },
    "still to come",
  ],
  ["a start beside a rule", { recurrence: DAILY, starts_at: { local: "2030-01-01T10:00" } }, "its own times"],
  ["an unknown zone", { recurrence: { ...DAILY, timezone: "Mars/Olympus" } }, "zone"],
])("%s is refused with the reason", async (_what, settings, sentence) => {
  const contact_list_id = await createContactListRows(test, tenant, [{ phone_number: ANSWERS }]);
  const body = { name: "rhythm", workflow_id: agentId, contact_list_id, ...settings };
  const { status, detail } = await operator.refused(createCampaignOperation, { body });
  expect([status, JSON.stringify(detail)]).toEqual([422, expect.stringContaining(sentence)]);
});
