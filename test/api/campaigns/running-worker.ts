import { readFileSync } from "node:fs";
import { Client } from "@temporalio/client";
import { NativeConnection, Runtime } from "@temporalio/worker";
import { Pool } from "pg";
import { createToolCallCount, type ToolCallCount } from "../../../worker/tool-call-count.ts";
import { createWorkers } from "../../../worker/workers.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import type { TestApi } from "../../harness/test-api.ts";
import type { TestDatabase } from "../../harness/test-database.ts";

/** Starts the worker process's workers, in this process, with the API's own dependencies. */
export const startTestWorker = async (
  test: TestDatabase,
  {
    api,
    namespace,
    publicBaseUrl = api.baseUrl,
    address = testEnvironment.temporalAddress(),
  }: { api: TestApi; namespace: string; publicBaseUrl?: string; address?: string },
): Promise<{ toolCalls: ToolCallCount; stop(): Promise<void> }> => {
  quietSdk();
  const lockPool = new Pool({ connectionString: test.url, max: 10, options: "-c role=ringdown_app" });
  const connection = await NativeConnection.connect({ address });
  // The client shares the connection that polls, as in the worker process.
  const temporal = new Client({ connection, namespace });
  const { ROW_BYTES_PER_ORGANIZATION: rowBytesPerOrganization, AUDIT_KEEP_DAYS: auditKeepDays } =
    api.dependencies.config;
  const deps = { ...api.dependencies, temporal, lockPool, rowBytesPerOrganization, auditKeepDays, publicBaseUrl };
  const bundle = { code: readFileSync(testEnvironment.workflowBundle(), "utf8") };
  const toolCalls = createToolCallCount();
  const workers = await createWorkers({ connection, namespace, bundle, deps, toolCalls });
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    toolCalls,
    stop: async () => {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await lockPool.end();
      await Runtime.instance().shutdown();
    },
  };
};
