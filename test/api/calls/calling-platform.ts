import { readFileSync } from "node:fs";
import { Client } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { Pool } from "pg";
import type { WorkerDependencies } from "../../../activities/dependencies.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import { type PriceTable, readPriceTable } from "../../../infra/telephony/price-table.ts";
import { createToolCallCount } from "../../../worker/tool-call-count.ts";
import { createWorkers } from "../../../worker/workers.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";

const TEMPORAL_ANSWERS_WITHIN_MS = 60_000;

export interface CallingPlatform {
  test: TestDatabase;
  api: TestApi;
  simulator: ReturnType<typeof createSimulatorClient>;
  namespace: string;
  carrierUrl: string;
  /** Ends the worker of this process, where a test goes on with one of its own. */
  stopWorker(): Promise<void>;
  close(): Promise<void>;
}

/** The dependencies are those of the API and of the worker. */
interface CallingPlatformOptions extends Pick<TestApiOptions, "dependencies" | "holdsOneConnection"> {
  prices?: PriceTable;
}

/** Starts everything that a call goes through: API, worker, Temporal, PostgreSQL, and the simulator as the carrier. */
export const startCallingPlatform = async (
  script: SimulatorScriptInput,
  settings: Readonly<Record<string, string>> = {},
  { prices = readPriceTable({}), ...options }: CallingPlatformOptions = {},
): Promise<CallingPlatform> => {
  const carrier = await startTestSimulator({ script });
  const parts = new AsyncDisposableStack();
  const close = async () => {
    await carrier.close();
    await parts.disposeAsync();
  };
  try {
    const [test, namespace] = await Promise.all([createTestDatabase(), createTestNamespace()]);
    parts.defer(() => test.drop());
    const environment = { TEMPORAL_NAMESPACE: namespace, CARRIER_SIMULATOR_BASE_URL: carrier.baseUrl, ...settings };
    const api = await startTestApi(test, { environment, ...options });
    parts.defer(() => api.close());
    waitForTemporal(api.dependencies.temporal);
    const stopWorker = await startWorker({ test, api, namespace, prices, parts });
    const simulator = createSimulatorClient(carrier.baseUrl, SIMULATOR_SIGNING_KEY);
    return { test, api, simulator, namespace, carrierUrl: carrier.baseUrl, stopWorker, close };
  } catch (error) {
    // Parts that were started must not keep the test's process alive.
    await close();
    throw error;
  }
};

/** Temporal is there, and on a busy machine it may take seconds to answer: a caller is not turned away for that here. */
const waitForTemporal = (temporal: Client): void => {
  const withDeadline = temporal.withDeadline.bind(temporal);
  temporal.withDeadline = (deadline, work) =>
    withDeadline(Math.max(Number(deadline), Date.now() + TEMPORAL_ANSWERS_WITHIN_MS), work);
};

interface WorkerToStart {
  test: TestDatabase;
  api: TestApi;
  namespace: string;
  prices: PriceTable;
  /** Ends it, and closes what it uses. */
  parts: AsyncDisposableStack;
}

const startWorker = async ({
  test,
  api,
  namespace,
  prices,
  parts,
}: WorkerToStart): Promise<CallingPlatform["stopWorker"]> => {
  // Not before: a runtime that nobody uses would keep the process of a test that has failed alive.
  quietSdk();
  const { config: _, ...shared } = api.dependencies;
  const lockPool = new Pool({ connectionString: test.url, max: 5, options: "-c role=ringdown_app" });
  parts.defer(() => lockPool.end());
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  parts.defer(() => connection.close());
  // The client shares the connection that polls, as in the worker process.
  const temporal = new Client({ connection, namespace });
  const deps: WorkerDependencies = {
    ...shared,
    temporal,
    lockPool,
    rowBytesPerOrganization: Infinity,
    auditKeepDays: 400,
    publicBaseUrl: readPublicBaseUrl(api.dependencies.config),
    prices,
  };
  const bundle = { code: readFileSync(testEnvironment.workflowBundle(), "utf8") };
  const workers = await createWorkers({ connection, namespace, bundle, deps, toolCalls: createToolCallCount() });
  const running = Promise.all(workers.map((worker) => worker.run()));
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) for (const worker of workers) worker.shutdown();
    isStopped = true;
    await running;
  };
  parts.defer(stop);
  return stop;
};
