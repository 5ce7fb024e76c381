import { Client } from "@temporalio/client";
import type { NativeConnection, Worker } from "@temporalio/worker";
import { Pool } from "pg";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { closeAdapters, openAdapters } from "../infra/adapters.ts";
import { collectAtRest } from "../infra/collect-at-rest.ts";
import { type Config, ConfigurationError, readConfig, readPublicBaseUrl } from "../infra/config/config.ts";
import { listSecretSettings } from "../infra/config/secret-settings.ts";
import { createLogger, type Logger } from "../infra/logger.ts";
import { formatTimeoutOptions, WORK_LIMITS } from "../infra/postgres/database-limits.ts";
import { createStopSignal } from "../infra/stop-signal.ts";
import { openTracing } from "../infra/telemetry/open-tracing.ts";
import { readLogsReceiver } from "../infra/telemetry/send-acts.ts";
import type { Tracing } from "../infra/telemetry/tracing.ts";
import { connectTemporalWorker } from "../infra/temporal/connect-temporal-worker.ts";
import { createClientInterceptors } from "../infra/temporal/traced-client.ts";
import { removeLeftFolders } from "../infra/temporary-folder.ts";
import { examineAfterStart } from "./doctor.ts";
import { keepMeasuring } from "./keep-measuring.ts";
import { LOCK_CONNECTIONS } from "./queues.ts";
import { keepEnsuringSchedules } from "./schedules.ts";
import { installRuntime } from "./sdk-telemetry.ts";
import { createToolCallCount } from "./tool-call-count.ts";
import { startWorkerProbes } from "./worker-probes.ts";
import { readOwnVersion } from "./worker-version.ts";
import { createWorkers } from "./workers.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";
import { prepareWorkflowThreads } from "./workflow-threads.ts";

const APPLICATION = "ringdown-worker";

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger("worker", { level: config.LOG_LEVEL, secrets: listSecretSettings(config) });
  removeLeftFolders();
  // The SDK gets the same signals and drains; probes then report that this worker takes no more work.
  const stopping = createStopSignal();
  const sdkMetrics = await installRuntime(logger);
  const tracing = await openTracing(config, { service: APPLICATION, logger });
  const connection = await connectTemporalWorker(config, { logger, stopping });
  if (!connection) return;
  const { deps, close } = buildDependencies(config, { logger, tracing, connection });
  const workers: Worker[] = [];
  const probes = await startWorkerProbes({ config, deps, sdkMetrics, workers: () => workers, stopping });
  const toolCalls = createToolCallCount();
  prepareWorkflowThreads();
  const bundle = await loadWorkflowBundle(config.WORKFLOW_BUNDLE);
  const version = await readOwnVersion(connection, config, { logger, stopping });
  const namespace = config.TEMPORAL_NAMESPACE;
  workers.push(...(await createWorkers({ connection, namespace, bundle, deps, toolCalls, version })));
  // Garbage is not collected while somebody on the line waits for a tool.
  const stopCollecting = collectAtRest(toolCalls.isAny);
  logger.info({ queues: workers.map((worker) => worker.options.taskQueue) }, "worker is ready");
  process.send?.("ready"); // The supervisor of the embedded stack waits for this.
  // SIGTERM and SIGINT drain: the runtime shuts every worker down, and their promises resolve.
  await Promise.all([
    ...workers.map((worker) => worker.run()),
    keepEnsuringSchedules(deps.temporal, { logger, stopping }),
    version.announce(),
    examineAfterStart(config, { logger, stopping }),
    keepMeasuring(deps, { stopping }),
  ]);
  stopCollecting();
  await probes.close();
  await close();
};

const buildDependencies = (
  config: Config,
  { logger, tracing, connection }: { logger: Logger; tracing: Tracing; connection: NativeConnection },
): { deps: WorkerDependencies; close(): Promise<void> } => {
  // The client shares the connection that polls, so that the first task of a workflow that it starts can come with the
  // answer.
  const temporal = new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    interceptors: createClientInterceptors(tracing),
  });
  const adapters = openAdapters(config, {
    logger,
    applicationName: APPLICATION,
    temporal,
    tracing,
    databaseLimits: WORK_LIMITS,
    asksTheSame: true,
  });
  const lockPool = new Pool({
    connectionString: config.DATABASE_URL,
    max: LOCK_CONNECTIONS,
    application_name: `${APPLICATION}-locks`,
    options: `-c role=ringdown_app ${formatTimeoutOptions(WORK_LIMITS)}`,
    connectionTimeoutMillis: 10_000,
  });
  // The loss of the server while a connection is in use must not end the process: its user gets the error.
  lockPool.on("connect", (client) => void client.on("error", () => {}));
  lockPool.on("error", (err) => logger.warn({ err }, "an idle lock connection ended"));
  adapters.metrics.watchPool("locks", lockPool);
  const deps = {
    ...adapters,
    lockPool,
    rowBytesPerOrganization: config.ROW_BYTES_PER_ORGANIZATION,
    auditKeepDays: config.AUDIT_KEEP_DAYS,
    actsReceiver: readLogsReceiver(config),
    keepRunsDays: config.KEEP_RUNS_DAYS,
    retentionCeilings: config.RETENTION_CEILINGS,
    publicBaseUrl: readPublicBaseUrl(config),
  };
  const close = async () => {
    await Promise.all([closeAdapters(adapters), lockPool.end()]);
  };
  return { deps, close };
};

try {
  await run();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  // The SDK's runtime keeps threads of its own, which would keep the process running.
  process.exit(1);
}
