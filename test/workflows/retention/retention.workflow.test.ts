import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { retentionContract, retentionStartOptions } from "../../../workflows/retention/retention.contract.ts";
import type { RetentionActivities } from "../../../workflows/retention/retention.ports.ts";
import type { retention } from "../../../workflows/retention/retention.workflow.ts";
import { WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
/** The rows that are left to remove, and the tries in which the process dies. */
let left = 0;
let tries = 0;
let diesAt: readonly number[] = [];

const activities: RetentionActivities = {
  removeExpired: async () => {
    tries += 1;
    if (diesAt.includes(tries)) throw new Error("the process dies here");
    const removed = Math.min(left, 10);
    left -= removed;
    return { removed, more: removed === 10 };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: activities });
});
afterAll(() => env.close());

const run = async (workflowId: string) => {
  const handle = await env.client.workflow.start<typeof retention>(retentionContract.type, {
    ...retentionStartOptions(),
    workflowId,
    workflowRunTimeout: "1 day",
  });
  const result = await handle.result();
  await recordHistory(env, workflowId, workflowId);
  return result;
};

it("goes on page by page until nothing is left, also when a page fails at first", async () => {
  [left, tries, diesAt] = [25, 0, [2, 3]];
  expect(await run("retention-pages")).toEqual({ removed: 25 });
  expect(tries).toBe(5);
});

it("continues as new, so that its history stays short however much there is", async () => {
  [left, tries, diesAt] = [1234, 0, []];
  expect(await run("retention-continued")).toEqual({ removed: 1234 });
  const history = await env.client.workflow.getHandle("retention-continued").fetchHistory();
  expect(history.events?.length).toBeLessThan(200);
});

it("has nothing to do where nothing is kept too long", async () => {
  [left, tries, diesAt] = [0, 0, []];
  expect(await run("retention-nothing")).toEqual({ removed: 0 });
  expect(tries).toBe(1);
});
