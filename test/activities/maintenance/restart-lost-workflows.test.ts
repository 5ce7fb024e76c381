import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { restartLostCalls, restartStuckCalls } from "../../../activities/maintenance/restart-lost-calls.ts";
import { restartLostCampaigns } from "../../../activities/maintenance/restart-lost-campaigns.ts";
import {
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { listOpenWorkflows } from "../../../infra/temporal/list-open-workflows.ts";
import { ensureSchedules } from "../../../worker/schedules.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { campaignContract } from "../../../workflows/campaign/campaign.contract.ts";
import { maintenanceContract, SEARCH_DESCRIPTIONS } from "../../../workflows/maintenance/maintenance.contract.ts";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** Talks on until it is hung up. */
const TALKS_ON = "+14155550199";
const ANSWERS = "+14155550101";

let platform: CallingPlatform;
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

beforeAll(async () => {
  platform = await startCallingPlatform({
    speed: 100,
    defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 1 },
    rules: [{ match: "99$", talk_seconds: 86_400 }],
  });
});
afterAll(() => platform.close());

beforeEach(async () => {
  tenant = await createTenant(platform.test);
  operator = platform.api.client(tenant.operator);
  ({ agentId } = await createAgentRows(platform.test, tenant, { configurations: { max_call_duration: 86_400 } }));
});

const startCampaign = async (numbers: readonly string[], settings: object = {}): Promise<number> => {
  const contacts = numbers.map((phone_number) => ({ phone_number }));
  const contact_list_id = await createContactListRows(platform.test, tenant, contacts);
  const { id } = await createCampaign(operator, { workflow_id: agentId, contact_list_id, ...settings });
  await operator.call(startCampaignOperation, { params: { campaign_id: id }, body: {} });
  return id;
};

const runsOf = (campaignId: number) =>
  platform.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .orderBy("id")
    .execute();
const firstRunIn = (campaignId: number, states: readonly string[]) =>
  waitUntil(`a call of campaign ${campaignId} is ${states.join(" or ")}`, async () =>
    (await runsOf(campaignId)).find(({ state }) => states.includes(state)),
  );
/** The calls of other tests at the same time, which end after a moment, are not counted. */
const firstTalking = (campaignId: number) =>
  waitUntil(`${TALKS_ON} talks`, async () =>
    (await runsOf(campaignId)).find(
      ({ state, called_number }) => state === "in_progress" && called_number === TALKS_ON,
    ),
  );

const temporal = () => platform.api.dependencies.temporal.workflow;
const callWorkflow = (runUuid: string) =>
  temporal().getHandle(callRunContract.workflowId({ organizationId: tenant.organizationId, runUuid }));
const campaignWorkflow = (campaignId: number) =>
  temporal().getHandle(campaignContract.workflowId({ organizationId: tenant.organizationId, campaignId }));
const isRunning = async (handle: ReturnType<typeof callWorkflow>) =>
  (await handle.describe()).status.name === "RUNNING";
const shardOf = (run: { shard_id: string | null }) => temporal().getHandle(run.shard_id ?? "");

const hangUp = async (runUuid: string): Promise<void> => {
  const request = (await platform.simulator.record()).find(({ idempotency_key }) => idempotency_key === runUuid);
  await platform.simulator.ask("POST", `/v1/calls/${request?.call_id}/hangup`);
};

/** Checks that no contact is lost and none is dialled twice. */
const expectCompleted = async (campaignId: number, contacts: number): Promise<void> => {
  const { everything } = platform.test;
  await waitUntil(`campaign ${campaignId} is completed`, async () => {
    const { state } = await everything
      .selectFrom("campaigns")
      .select("state")
      .where("id", "=", campaignId)
      .executeTakeFirstOrThrow();
    return state === "completed";
  });
  const runs = await runsOf(campaignId);
  expect(runs.map(({ state, outcome }) => ({ state, outcome }))).toEqual(
    Array(contacts).fill({ state: "completed", outcome: "answered" }),
  );
  const uuids = new Set(runs.map(({ uuid }) => uuid));
  const requests = (await platform.simulator.record()).filter(({ idempotency_key: key }) => uuids.has(key ?? ""));
  expect(requests).toHaveLength(contacts);
};

const atOnce = { olderThanSeconds: 0 };

/** Terminates a workflow, and waits until the server's listing, which follows later, no longer names it. */
const terminate = async (handle: ReturnType<typeof callWorkflow>, { type }: { type: string }): Promise<void> => {
  await handle.terminate();
  await waitUntil("the listing knows of its end", async () => {
    const open = await listOpenWorkflows(platform.api.dependencies.temporal, type);
    return !open.has(handle.workflowId);
  });
};

/** Replaces a terminated workflow by one that no worker can carry out. */
const startStuck = async (workflowId: string): Promise<void> => {
  const stuck = await temporal().start("no-such-workflow", { workflowId, taskQueue: callRunContract.taskQueue });
  const failedTwice = async () => ((await stuck.describe()).raw.pendingWorkflowTask?.attempt ?? 0) >= 2;
  await waitUntil("its task has failed", failedTwice);
};

describe("a campaign whose workflow", () => {
  it("fails at its task again and again is ended and taken up again; nobody is lost or dialled twice", async () => {
    const campaignId = await startCampaign([TALKS_ON, ANSWERS]);
    const { uuid } = await firstTalking(campaignId);
    await terminate(campaignWorkflow(campaignId), campaignContract);
    await startStuck(campaignWorkflow(campaignId).workflowId);
    expect(await restartLostCampaigns(platform.api.dependencies, { afterAttempts: 1000 })).toBe(0);
    expect(await restartLostCampaigns(platform.api.dependencies, { afterAttempts: 2 })).toBe(1);
    const { type, status } = await campaignWorkflow(campaignId).describe();
    expect([type, status.name]).toEqual([campaignContract.type, "RUNNING"]);
    await hangUp(uuid);
    await expectCompleted(campaignId, 2);
  });
});

describe("a call whose workflow", () => {
  it("was terminated while it was under way is taken up again, not dialled again, and its contact gets its outcome", async () => {
    const campaignId = await startCampaign([TALKS_ON]);
    const { uuid } = await firstTalking(campaignId);
    await terminate(callWorkflow(uuid), callRunContract);
    expect(await restartLostCalls(platform.api.dependencies)).toBe(0);
    expect(await restartLostCalls(platform.api.dependencies, atOnce)).toBe(1);
    expect(await isRunning(callWorkflow(uuid))).toBe(true);
    expect(await restartLostCalls(platform.api.dependencies, atOnce)).toBe(0);
    await hangUp(uuid);
    await expectCompleted(campaignId, 1);
  });

  it("fails at its task again and again is ended and taken up again; its number is not dialled again", async () => {
    const campaignId = await startCampaign([TALKS_ON]);
    const { uuid } = await firstTalking(campaignId);
    await terminate(callWorkflow(uuid), callRunContract);
    await startStuck(callWorkflow(uuid).workflowId);
    expect(await restartLostCalls(platform.api.dependencies, atOnce)).toBe(0);
    expect(await restartStuckCalls(platform.api.dependencies, { afterAttempts: 2 })).toBe(0);
    expect(await restartStuckCalls(platform.api.dependencies, { ...atOnce, afterAttempts: 1000 })).toBe(0);
    expect(await restartStuckCalls(platform.api.dependencies, { ...atOnce, afterAttempts: 2 })).toBe(1);
    expect((await callWorkflow(uuid).describe()).type).toBe(callRunContract.type);
    await hangUp(uuid);
    await expectCompleted(campaignId, 1);
  });

  it("was terminated while it waited goes through admission again", async () => {
    const { everything } = platform.test;
    const one = { concurrent_call_limit: 1 };
    await everything.updateTable("organizations").set(one).where("id", "=", tenant.organizationId).execute();
    const first = await startCampaign([TALKS_ON]);
    const { uuid: talking } = await firstTalking(first);
    const second = await startCampaign([ANSWERS]);
    const { uuid: waiting } = await firstRunIn(second, ["queued"]);
    await waitUntil("its workflow is there", () => isRunning(callWorkflow(waiting)).catch(() => false));
    await terminate(callWorkflow(waiting), callRunContract);
    expect(await restartLostCalls(platform.api.dependencies, atOnce)).toBe(1);
    await hangUp(talking);
    await expectCompleted(first, 1);
    await expectCompleted(second, 1);
  });

  it("is canceled is hung up, and its end is written", async () => {
    const campaignId = await startCampaign([TALKS_ON]);
    const { uuid } = await firstTalking(campaignId);
    await callWorkflow(uuid).cancel();
    await expectCompleted(campaignId, 1);
    expect((await callWorkflow(uuid).describe()).status.name).toBe("COMPLETED");
  });
});

describe("a shard that", () => {
  it("is terminated is replaced at once", async () => {
    const campaignId = await startCampaign([TALKS_ON, ANSWERS], { max_concurrency: 1 });
    const run = await firstTalking(campaignId);
    await shardOf(run).terminate();
    await hangUp(run.uuid);
    await expectCompleted(campaignId, 2);
    const [first, second] = await runsOf(campaignId);
    expect(second?.shard_id).not.toBe(first?.shard_id);
  });

  it("is canceled goes on", async () => {
    const campaignId = await startCampaign([TALKS_ON, ANSWERS], { max_concurrency: 1 });
    const run = await firstTalking(campaignId);
    await shardOf(run).cancel();
    await hangUp(run.uuid);
    await expectCompleted(campaignId, 2);
    const [first, second] = await runsOf(campaignId);
    expect(second?.shard_id).toBe(first?.shard_id);
  });
});

describe("a campaign whose workflow was terminated", () => {
  it("goes on when it is found", async () => {
    const campaignId = await startCampaign([TALKS_ON, ANSWERS], { max_concurrency: 1 });
    const { uuid } = await firstTalking(campaignId);
    await terminate(campaignWorkflow(campaignId), campaignContract);
    expect(await restartLostCampaigns(platform.api.dependencies)).toBe(1);
    expect(await restartLostCampaigns(platform.api.dependencies)).toBe(0);
    await hangUp(uuid);
    await expectCompleted(campaignId, 2);
  });

  it("takes the next command all the same", async () => {
    const campaignId = await startCampaign([TALKS_ON, ANSWERS], { max_concurrency: 1 });
    const { uuid } = await firstTalking(campaignId);
    const params = { campaign_id: campaignId };
    await terminate(campaignWorkflow(campaignId), campaignContract);
    expect((await operator.call(pauseCampaignOperation, { params })).body.state).toBe("paused");
    await terminate(campaignWorkflow(campaignId), campaignContract);
    expect(await restartLostCampaigns(platform.api.dependencies)).toBe(0);
    expect((await operator.call(resumeCampaignOperation, { params })).body.state).toBe("running");
    await hangUp(uuid);
    await expectCompleted(campaignId, 2);
  });
});

describe("the schedule of maintenance", () => {
  it("has a workflow find what is lost, and tell how many", async () => {
    const campaignId = await startCampaign([TALKS_ON]);
    const { uuid } = await firstTalking(campaignId);
    await terminate(campaignWorkflow(campaignId), campaignContract);
    const { temporal: client } = platform.api.dependencies;
    await ensureSchedules(client);
    const schedule = client.schedule.getHandle(maintenanceContract.scheduleId);
    await schedule.trigger();
    await waitUntil("the campaign has a workflow again", () => isRunning(campaignWorkflow(campaignId)));
    const started = await waitUntil(
      "the schedule knows of it",
      async () => (await schedule.describe()).info.recentActions[0],
    );
    await schedule.delete();
    const handle = temporal().getHandle(started.action.workflow.workflowId);
    await waitUntil("it tells so", async () => {
      const { currentDetails } = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
      // The sum over all rounds: the next one may have begun by now, and what other tests have lost counts too.
      const campaigns = currentDetails
        ?.split("\n")
        .find((line) => line.includes(SEARCH_DESCRIPTIONS.restartLostCampaigns));
      return campaigns !== undefined && /\u2003[1-9]\d* \|$/.test(campaigns);
    });
    await handle.terminate();
    await hangUp(uuid);
    await expectCompleted(campaignId, 1);
  });
});
