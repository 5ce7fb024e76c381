import type { Context } from "@temporalio/activity";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { type ActivityInterceptors, DefaultLogger, Runtime, Worker, type WorkerOptions } from "@temporalio/worker";
import { registerSearchAttributes } from "../../infra/temporal/register-search-attributes.ts";
import { testEnvironment } from "./environment.ts";

// Once in the process of a test file: what goes wrong on purpose in a test needs no log.
Runtime.install({
  logger: new DefaultLogger("ERROR"),
  telemetryOptions: { logging: { filter: "ERROR", forward: {} } },
});

export interface WorkflowEnvironment {
  client: TestWorkflowEnvironment["client"];
  /** A worker for each queue with its activities. */
  startWorkers(queues: Record<string, object>): Promise<void>;
  currentTimeMs(): Promise<number>;
  /** Lets so much of the server's time pass, at once. */
  skip(durationMs: number): Promise<void>;
  /** Stops the workers, then replays every history that was made. */
  close(): Promise<void>;
}

/** A time-skipping server of this test file's own, with a worker for each queue: hours of waiting pass at once. */
export const startWorkflowEnvironment = async (queues: Record<string, object> = {}): Promise<WorkflowEnvironment> => {
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path: testEnvironment.timeSkippingServer() } },
  });
  await registerSearchAttributes(env.connection, "default");
  const workflowBundle = { codePath: testEnvironment.workflowBundle() };
  const seen = new Set<string>();
  const createWorker = (taskQueue: string, activities: object) => {
    const options: WorkerOptions = {
      connection: env.nativeConnection,
      taskQueue,
      activities,
      workflowBundle,
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
    currentTimeMs: () => env.currentTimeMs(),
    skip: (durationMs) => env.sleep(durationMs),
    startWorkers,
    close: async () => {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      try {
        for (const workflowId of seen) await replay(env, workflowId);
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
 * On a busy machine an activity's time can pass although its work is done or goes on. The server asks for it again; the
 * next attempt gets what the earlier one gives, so that no stand-in does its work twice. One that failed is tried again.
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

const replay = async (env: TestWorkflowEnvironment, workflowId: string): Promise<void> => {
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  const options = { workflowBundle: { codePath: testEnvironment.workflowBundle() } };
  await Worker.runReplayHistory(options, history, workflowId);
};
