import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker, type WorkerOptions } from "@temporalio/worker";
import { testEnvironment } from "./environment.ts";

const HISTORIES = new URL("../workflows/histories/", import.meta.url);

export interface WorkflowEnvironment {
  client: TestWorkflowEnvironment["client"];
  /** Runs `work` beside workers of the queues given; afterwards replays every history that was made. */
  withWorkers<T>(queues: Record<string, object>, work: () => Promise<T>): Promise<T>;
  currentTimeMs(): Promise<number>;
  /** Lets so much of the server's time pass, at once. */
  skip(durationMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A time-skipping server of this test file's own: hours of waiting pass at once. */
export const startWorkflowEnvironment = async (): Promise<WorkflowEnvironment> => {
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path: testEnvironment.timeSkippingServer() } },
  });
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
    return Worker.create({ ...options, interceptors: { workflowModules: [], activity: [rememberWorkflow(seen)] } });
  };
  return {
    client: env.client,
    currentTimeMs: () => env.currentTimeMs(),
    skip: (durationMs) => env.sleep(durationMs),
    close: () => env.teardown(),
    withWorkers: async (queues, work) => {
      const workers = await Promise.all(
        Object.entries(queues).map(([queue, activities]) => createWorker(queue, activities)),
      );
      const running = Promise.all(workers.map((worker) => worker.run()));
      try {
        return await work();
      } finally {
        for (const worker of workers) worker.shutdown();
        await running;
        for (const workflowId of seen) await replay(env, workflowId);
        seen.clear();
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

const replay = async (env: TestWorkflowEnvironment, workflowId: string): Promise<void> => {
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  await Worker.runReplayHistory(
    { workflowBundle: { codePath: testEnvironment.workflowBundle() } },
    history,
    workflowId,
  );
};

/** Keeps a workflow's history for later code to be replayed against, when the run is asked to record (`RECORD_HISTORIES=1`). */
export const recordHistory = async (env: WorkflowEnvironment, workflowId: string, name: string): Promise<void> => {
  if (!process.env["RECORD_HISTORIES"]) return;
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  mkdirSync(HISTORIES, { recursive: true });
  writeFileSync(
    new URL(`${name}.json`, HISTORIES),
    JSON.stringify({ workflowId, history: JSON.parse(historyToJSON(history)) }),
  );
};

export interface RecordedHistory {
  workflowId: string;
  history: unknown;
}

export const readRecordedHistory = (file: string): RecordedHistory =>
  JSON.parse(readFileSync(new URL(file, HISTORIES), "utf8"));
export const historiesFolder = HISTORIES;
