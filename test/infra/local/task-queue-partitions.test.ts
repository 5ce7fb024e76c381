import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { resolveBinary } from "../../../infra/local/binaries.ts";
import { startProcess } from "../../../infra/local/local-process.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import { choosePartitions } from "../../../infra/local/task-queue-partitions.ts";
import { SEARCH_ATTRIBUTES, startTemporalDevServer } from "../../../infra/local/temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const READ = "matching.numTaskqueueReadPartitions";
const QUEUE = "waiting";
/** So many that some wait in every partition of four, whatever chance does. */
const WORKFLOWS = 24;
const POLL_MS = 5_000;
const newFolder = temporaryFolders();

/** A server as earlier code started it: its queues have as many partitions as Temporal wants. */
const startWithUsualPartitions = async (dir: string) => {
  const port = await findFreePort();
  const httpPort = await findFreePort(new Set([port]));
  const running = await startProcess({
    name: "Temporal",
    command: await resolveBinary("temporal"),
    args: [
      ...["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--log-level", "warn"],
      ...["--port", String(port), "--http-port", String(httpPort), "--db-filename", join(dir, "temporal.db")],
      ...["--dynamic-config-value", "matching.useNewMatcher=true"],
      ...["--dynamic-config-value", "matching.enableFairness=true"],
      ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ["--search-attribute", `${name}=${type}`]),
    ],
    logFile: join(dir, "earlier.log"),
    isReady: async () => (await fetch(`http://127.0.0.1:${httpPort}/api/v1/namespaces/default`)).ok,
  });
  return { ...running, address: `127.0.0.1:${port}` };
};

const withClient = async <T>(address: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const connection = await Connection.connect({ address });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
};

it("tasks that wait in partitions of earlier code are worked on, and a new server has one partition", async () => {
  const dir = newFolder();
  const databaseFile = join(dir, "temporal.db");
  const alone = { "matching.numTaskqueueReadPartitions": 1, "matching.numTaskqueueWritePartitions": 1 };
  expect(choosePartitions(null)).toEqual(alone);
  expect(choosePartitions(databaseFile)).toEqual(alone);

  const ids = Array.from({ length: WORKFLOWS }, (_, at) => `waiting-${at}`);
  const earlier = await startWithUsualPartitions(dir);
  try {
    await withClient(earlier.address, ({ workflow }) =>
      Promise.all(ids.map((workflowId) => workflow.start("any", { workflowId, taskQueue: QUEUE }))),
    );
    // The tasks are written when nobody has polled for them for a moment.
    await waitUntil("tasks wait in other partitions", () => choosePartitions(databaseFile)[READ] === 4);
  } finally {
    await earlier.stop();
  }

  expect(choosePartitions(databaseFile)).toEqual({ ...alone, [READ]: 4 });
  const now = await startTemporalDevServer({ dir });
  try {
    const polled = new Set<string>();
    await withClient(now.address, ({ connection, workflowService }) =>
      waitUntil("every task was given to a worker", async () => {
        const request = { namespace: "default", taskQueue: { name: QUEUE }, identity: "a worker" };
        const poll = () => workflowService.pollWorkflowTaskQueue(request);
        const { workflowExecution } = await connection.withDeadline(Date.now() + POLL_MS, poll);
        if (workflowExecution?.workflowId) polled.add(workflowExecution.workflowId);
        return polled.size === WORKFLOWS;
      }),
    );
    expect([...polled].sort()).toEqual([...ids].sort());
  } finally {
    await now.stop();
  }
});
