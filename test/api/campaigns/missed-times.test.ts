import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { ScheduleUpdateOptions } from "@temporalio/client";
import {
  getCampaignOperation,
  listCampaignsOperation,
  startCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import type { Missed } from "../../../domain/campaign/recurrence.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import { type RunningTemporal, startTemporalDevServer } from "../../../infra/local/temporal.ts";
import { campaignOccurrenceContract } from "../../../workflows/campaign/campaign-occurrence.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { doneBefore } from "../../harness/before-instant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";

const dir = mkdtempSync(join(tmpdir(), "ringdown-missed-"));
let port: number;
let server: RunningTemporal;
let test: TestDatabase;
let api: TestApi;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

/** A server of this suite's own, which it stops and starts again on its file. */
const startServer = () => startTemporalDevServer({ dir, port });
const startWorker = () => startTestWorker(test, { api, namespace: "default", address: server.address });

beforeAll(async () => {
  port = await findFreePort();
  [test, server, simulator] = await Promise.all([
    createTestDatabase(),
    startServer(),
    startTestSimulator({ script: { speed: 1000, defaults: { outcomes: ["answered"] } } }),
  ]);
  api = await startTestApi(test, {
    environment: {
      CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl,
      TEMPORAL_ADDRESS: server.address,
      TEMPORAL_NAMESPACE: "default",
    },
  });
  worker = await startWorker();
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await Promise.all([server.stop(), simulator.close(), test.drop()]);
  rmSync(dir, { recursive: true, force: true });
});

const recurring = async (missed: Missed): Promise<number> => {
  const contact_list_id = await createContactListRows(test, tenant, [{ phone_number: "+12125550101" }]);
  const recurrence = { rule: "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=3", timezone: "UTC", missed };
  const { id } = await createCampaign(operator, { workflow_id: agentId, contact_list_id, recurrence });
  await operator.call(startCampaignOperation, { params: { campaign_id: id }, body: {} });
  return id;
};
const scheduleOf = (campaignId: number) =>
  api.dependencies.temporal.schedule.getHandle(
    campaignOccurrenceContract.scheduleId({ organizationId: tenant.organizationId, campaignId }),
  );
const MONTHS = [
  ...(["JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST"] as const),
  ...(["SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER"] as const),
];

/** Has a schedule come to this second instead, by the policies that its campaign gave it; a rule's own times are minutes apart. */
const moveTo = async (id: number, at: Date, policies: ScheduleUpdateOptions["policies"] = {}) => {
  await scheduleOf(id).update(({ spec, ...before }) => ({
    ...before,
    policies: { ...before.policies, ...policies },
    spec: {
      timezone: spec.timezone ?? "UTC",
      calendars: [
        {
          year: at.getUTCFullYear(),
          month: MONTHS[at.getUTCMonth()] ?? "JANUARY",
          dayOfMonth: at.getUTCDate(),
          hour: at.getUTCHours(),
          minute: at.getUTCMinutes(),
          second: at.getUTCSeconds(),
        },
      ],
    },
  }));
  if (at.getTime() < Date.now()) return;
  // The server has taken the change before its schedule has: what it takes after the time does not count the time as missed.
  await waitUntil("the schedule has taken it", async () => {
    const [next] = (await scheduleOf(id).describe()).info.nextActionTimes;
    return next?.getTime() === at.getTime() || Date.now() > at.getTime();
  });
};
const childrenOf = async (id: number) =>
  (await operator.call(listCampaignsOperation, { query: { recurs_campaign_id: id } })).body.campaigns;
const isMadeUpFor = (id: number) =>
  waitUntil("the missed time is made up for, and its campaign has called its contact", async () => {
    const [child, ...more] = await childrenOf(id);
    expect(more).toEqual([]);
    return child?.state === "completed";
  });
const inSeconds = (seconds: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + seconds * 1000);

it("a time over which the workflow engine is down is made up for, or left out, as the campaign says", async () => {
  let isDown = false;
  const [at, [madeUp, leftOut]] = await doneBefore(8, async (instant) => {
    if (isDown) server = await startServer();
    isDown = false;
    const ids = [await recurring("run"), await recurring("skip")] as const;
    expect((await scheduleOf(ids[0]).describe()).policies.catchupWindow).toBe(30 * 86_400_000);
    await moveTo(ids[0], instant);
    // The minute of grace, as short as the server takes it.
    await moveTo(ids[1], instant, { catchupWindow: "10 seconds" });
    await server.stop();
    isDown = true;
    return ids;
  });
  await waitUntil("the time and the grace after it have passed", () => Date.now() > at.getTime() + 11_000);
  server = await startServer();
  await isMadeUpFor(madeUp);
  await waitUntil("the other schedule has seen that it missed a time", async () => {
    const { info } = await scheduleOf(leftOut).describe();
    return info.numActionsMissedCatchupWindow === 1 && info.numActionsTaken === 0;
  });
  expect(await childrenOf(leftOut)).toEqual([]);
});

it("a time over which workers are down, and the engine is not, is made up for, or left out with a line in the log", async () => {
  const [madeUp, leftOut] = [await recurring("run"), await recurring("skip")];
  await worker.stop();
  const at = inSeconds(-120);
  for (const id of [madeUp, leftOut]) {
    await moveTo(id, at);
    // Two minutes ago, as if the schedule had come to it then and nobody had taken the work since.
    await scheduleOf(id).backfill({ start: new Date(at.getTime() - 1000), end: new Date(at.getTime() + 1000) });
    await waitUntil("its work waits", async () => (await scheduleOf(id).describe()).info.runningActions.length === 1);
  }
  worker = await startWorker();
  await isMadeUpFor(madeUp);
  const log = await waitUntil("the other time is left out", async () => {
    const { logs } = (await operator.call(getCampaignOperation, { params: { campaign_id: leftOut } })).body;
    return logs.find(({ event }) => event === "occurrence_left_out");
  });
  expect(log).toMatchObject({ message: expect.stringContaining("the platform was down then") });
  expect(await childrenOf(leftOut)).toEqual([]);
});
