import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  maintenanceContract,
  maintenanceStartOptions,
  type Search,
} from "../../../workflows/maintenance/maintenance.contract.ts";
import { listSearches } from "../../../workflows/maintenance/maintenance.details.ts";
import type { MaintenanceActivities } from "../../../workflows/maintenance/maintenance.ports.ts";
import type { maintenance } from "../../../workflows/maintenance/maintenance.workflow.ts";
import { WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { countEvents } from "../../harness/counts/history-counts.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
/** The calls of each search, with the server's time. */
let asked: { search: Search; atMs: number }[];
/** The result of a search in each of its tries; 0 by default. */
let answer: (search: Search, attempt: number) => Promise<number> | number;

const search = (name: Search) => async (): Promise<number> => {
  asked.push({ search: name, atMs: await env.currentTimeMs() });
  return answer(name, asked.filter((each) => each.search === name).length);
};

const activities: MaintenanceActivities = {
  restartLostCampaigns: search("restartLostCampaigns"),
  restartLostCalls: search("restartLostCalls"),
  restartStuckCalls: search("restartStuckCalls"),
  restartLostTextSessions: search("restartLostTextSessions"),
  restartLostWebCalls: search("restartLostWebCalls"),
  restartLostRequests: search("restartLostRequests"),
  restartLostThreads: search("restartLostThreads"),
  restartLostNationalLists: search("restartLostNationalLists"),
  restartLostImports: search("restartLostImports"),
  startCarrierReports: search("startCarrierReports"),
  sealRecords: search("sealRecords"),
  measureRows: search("measureRows"),
  restartLostDeliveries: search("restartLostDeliveries"),
  restartLostDocuments: search("restartLostDocuments"),
  restartLostHires: search("restartLostHires"),
  restartLostRehearsals: search("restartLostRehearsals"),
  restartLostWhatIfs: search("restartLostWhatIfs"),
  restartLostErasures: search("restartLostErasures"),
  restartLostReindexing: search("restartLostReindexing"),
  forgetFormerModels: search("forgetFormerModels"),
  removeAbandonedUploads: search("removeAbandonedUploads"),
  removeAbandonedRecordings: search("removeAbandonedRecordings"),
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: activities });
});
afterAll(() => env.close());
beforeEach(() => {
  asked = [];
  answer = () => 0;
});

const start = (workflowId: string) =>
  env.client.workflow.start<typeof maintenance>(maintenanceContract.type, {
    ...maintenanceStartOptions(),
    workflowId,
    workflowExecutionTimeout: "1 day",
    // A held task learns of a cancellation when it has used up most of this.
    workflowTaskTimeout: "2 seconds",
  });
const run = async (workflowId: string) => {
  const handle = await start(workflowId);
  const result = await handle.result();
  await recordHistory(env, workflowId, workflowId);
  return result;
};
const timesOf = (name: Search) => asked.filter((each) => each.search === name).map(({ atMs }) => atMs);

describe("maintenance", () => {
  it("searches for everything once a minute and ends after ten minutes with what each search has mended", async () => {
    answer = (name, attempt) => (name === "restartLostCalls" ? attempt : name === "forgetFormerModels" ? 2 : 0);
    const result = await run("maintenance-rounds");
    expect(result).toMatchObject({ rounds: 10, mended: { restartLostCalls: 55, forgetFormerModels: 20 } });
    expect(result.mended.restartLostCampaigns).toBe(0);
    for (const name of listSearches()) expect([name, timesOf(name).length]).toEqual([name, 10]);
    const [first = 0, ...others] = timesOf("restartLostCampaigns");
    for (const [index, atMs] of others.entries()) {
      expect(atMs - first).toBeGreaterThan((index + 1) * 60_000 - 30_000);
      expect(atMs - first).toBeLessThan((index + 1) * 60_000 + 30_000);
    }
  });

  it("goes on with the others when one search fails, and searches again in the next round", async () => {
    answer = (name, attempt) => {
      if (name === "restartLostCampaigns") return 1;
      if (name === "removeAbandonedUploads" && attempt <= 3) throw new Error("the object store is away");
      return 0;
    };
    const result = await run("maintenance-one-fails");
    expect(result).toMatchObject({ rounds: 10, mended: { restartLostCampaigns: 10, removeAbandonedUploads: 0 } });
    // Three tries in the first round, then one in each.
    expect(timesOf("removeAbandonedUploads")).toHaveLength(12);
  });

  it("searches within its workflow's task: a round costs the server no task of an activity, and one of the workflow", async () => {
    await run("maintenance-nothing");
    const history = await env.client.workflow.getHandle("maintenance-nothing").fetchHistory();
    const events = countEvents(history.events ?? []);
    expect(events["activityTaskScheduled"]).toBeUndefined();
    // A task that a busy machine holds for long goes on as another one.
    expect(events["workflowTaskCompleted"]).toBeLessThan(20);
  });

  it("ends when somebody asks it to", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<number>();
    answer = () => held;
    const handle = await start("maintenance-canceled");
    while (asked.length < listSearches().length) await env.skip(10);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow();
    release(0);
    expect((await handle.describe()).status.name).toBe("CANCELLED");
    await recordHistory(env, "maintenance-canceled", "maintenance-canceled");
  });
});
