import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { MOST_LOOKS } from "../../../domain/removal/removal.rules.ts";
import { removalContract, removalStartOptions } from "../../../workflows/removal/removal.contract.ts";
import type { RemovalActivities, RemovalStep } from "../../../workflows/removal/removal.ports.ts";
import type { removal } from "../../../workflows/removal/removal.workflow.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
let steps: (RemovalStep | "dies")[] = [];
let tries = 0;
let concluded = 0;

const OVER: RemovalStep = { removed: 0, more: false, waiting: 0 };

const activities: RemovalActivities = {
  removeSome: async () => {
    tries += 1;
    const step = steps.length > 1 ? steps.shift() : steps[0];
    if (step === "dies") throw new Error("the process dies here");
    return step ?? OVER;
  },
  concludeRemoval: async () => {
    concluded += 1;
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [FOLLOW_UP_QUEUE]: activities });
});
afterAll(() => env.close());

const run = async (removalUuid: string, ...planned: (RemovalStep | "dies")[]) => {
  [steps, tries, concluded] = [planned, 0, 0];
  const options = removalStartOptions({ organizationId: 7, removalUuid });
  const handle = await env.client.workflow.start<typeof removal>(removalContract.type, {
    ...options,
    workflowRunTimeout: "30 days",
  });
  await handle.result();
  await recordHistory(env, options.workflowId, `removal-${removalUuid}`);
};

it("goes on step by step until nothing is left, also when a step fails at first", async () => {
  await run("steps", { removed: 900, more: true, waiting: 0 }, "dies", { removed: 20, more: false, waiting: 0 });
  expect([tries, concluded]).toEqual([3, 1]);
});

it("looks again while runs are in use, and ends when they have gone", async () => {
  const waits: RemovalStep = { removed: 0, more: false, waiting: 2 };
  await run("waits", waits, waits, { removed: 2, more: false, waiting: 0 });
  expect([tries, concluded]).toEqual([3, 1]);
});

it("gives a run up that stays in use, after about a day", async () => {
  await run("gives-up", { removed: 0, more: false, waiting: 1 });
  expect([tries, concluded]).toEqual([MOST_LOOKS + 1, 1]);
});
