import { afterAll } from "@jest/globals";
import type { Context } from "@temporalio/activity";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { type ActivityInterceptors, Worker, type WorkerOptions } from "@temporalio/worker";
import { registerSearchAttributes } from "../../infra/temporal/register-search-attributes.ts";
import { WORKFLOW_QUEUE } from "../../workflows/task-queues.ts";
import { testEnvironment } from "./environment.ts";
import { PATIENCE_MS } from "./patience.ts";
import { quietSdk } from "./quiet-sdk.ts";
import { type History, replayAll } from "./replay-all.ts";

quietSdk();

/** The histories that the workflows of this test file made. */
const histories: History[] = [];

// One worker replays them all, because most of a replay is the start of its worker.
afterAll(async () => {
  const differences = (await replayAll(histories)).filter(({ error }) => error !== undefined);
  if (differences.length > 0) {
    const names = differences.map(({ workflowId }) => workflowId).join(", ");
    throw new Error(`a replay goes another way than its history: ${names}`, { cause: differences[0]?.error });
  }
});

export interface WorkflowEnvironment {
  client: TestWorkflowEnvironment["client"];
  /** For workers that the product makes itself. */
  connection: TestWorkflowEnvironment["nativeConnection"];
  /** A worker for each queue with its activities. */
  startWorkers(queues: Record<string, object>): Promise<void>;
  currentTimeMs(): Promise<number>;
  /** Lets so much of the server's time pass, at once. */
  skip(durationMs: number): Promise<void>;
  /** Stops the workers. Every history that was made is replayed when the test file ends. */
  close(): Promise<void>;
}

const SLOW_START = /did not start within/;

/** The SDK gives a server five seconds to start, which is too little on a busy machine; another try costs as much again. */
const startTimeSkippingServer = async (): Promise<TestWorkflowEnvironment> => {
  const executable = { type: "existing-path", path: testEnvironment.timeSkippingServer() } as const;
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      const isSlow = error instanceof Error && SLOW_START.test(error.message);
      if (!isSlow || Date.now() > giveUpAt) throw error;
    }
  }
};

/** Starts a time-skipping server of this test file's own, with a worker for each queue: hours of waiting pass at once. */
export const startWorkflowEnvironment = async (queues: Record<string, object> = {}): Promise<WorkflowEnvironment> => {
  const env = await startTimeSkippingServer();
  await registerSearchAttributes(env.connection, "default");
  const workflowBundle = { codePath: testEnvironment.workflowBundle() };
  const seen = new Set<string>();
  const createWorker = (taskQueue: string, activities: object) => {
    const options: WorkerOptions = {
      connection: env.nativeConnection,
      taskQueue,
      activities,
      // As in production, the other queues have only activities. Workflows run in the process of the tests, as in a
      // replay: a thread of their own for each story would cost half a second of processor time. The SDK then does not
      // look for workflow code that blocks its thread; workers of the product, which the tests of whole stacks start, do.
      ...(taskQueue === WORKFLOW_QUEUE && { workflowBundle, debugMode: true }),
      shutdownGraceTime: 0,
    };
    const activity = [rememberWorkflow(seen), answerOnce()];
    return Worker.create({ ...options, interceptors: { workflowModules: [], activity } });
  };
  const workers: Worker[] = [];
  const running: Promise<void>[] = [];
  const startWorkers = async (served: Record<string, object>) => {
    const fresh = await Promise.all(
      Object.entries(served).map(([queue, activities]) => createWorker(queue, activities)),
    );
    workers.push(...fresh);
    running.push(...fresh.map((worker) => worker.run()));
  };
  await startWorkers(queues);
  return {
    client: env.client,
    connection: env.nativeConnection,
    currentTimeMs: () => env.currentTimeMs(),
    skip: (durationMs) => env.sleep(durationMs),
    startWorkers,
    close: async () => {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      try {
        for (const workflowId of seen) {
          histories.push({ workflowId, history: await env.client.workflow.getHandle(workflowId).fetchHistory() });
        }
      } finally {
        await env.teardown();
      }
    },
  };
};

/** The time-skipping server lists no workflows; whoever ran an activity is known by it. */
const rememberWorkflow = (seen: Set<string>) => (context: { info: { workflowExecution?: { workflowId: string } } }) => {
  const workflowId = context.info.workflowExecution?.workflowId;
  if (workflowId) seen.add(workflowId);
  return {};
};

/**
 * On a busy machine an activity's time-out can pass although its work is done or continues. The server then requests it
 * again; the next attempt gets the earlier one's result, so that no stand-in does its work twice. A failed one is tried
 * again.
 */
const answerOnce = () => {
  const answers = new Map<string, Promise<unknown>>();
  return ({ info }: Context): ActivityInterceptors => ({
    inbound: {
      execute: (input, next) => {
        const { workflowExecution: { workflowId, runId } = {}, activityId } = info;
        const key = JSON.stringify([workflowId, runId, activityId]);
        const answer = answers.get(key) ?? next(input);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        return answer;
      },
    },
  });
};
