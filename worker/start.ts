import { DefaultLogger, Runtime } from "@temporalio/worker";
import { Pool } from "pg";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { systemClock } from "../infra/clock.ts";
import { type Config, ConfigurationError, publicBaseUrl, readConfig, requireSettings } from "../infra/config/config.ts";
import { randomIds } from "../infra/ids.ts";
import { createLogger, type Logger } from "../infra/logger.ts";
import { createObjectStore } from "../infra/object-store/object-store.ts";
import { openDatabase } from "../infra/postgres/database.ts";
import { createSecretBox } from "../infra/secrets/secret-box.ts";
import { createCarrierRegistry } from "../infra/telephony/carrier-registry.ts";
import { connectTemporalClient } from "../infra/temporal/connect-temporal.ts";
import { connectTemporalWorker } from "../infra/temporal/connect-temporal-worker.ts";
import { registerSearchAttributes } from "../infra/temporal/register-search-attributes.ts";
import { loadWorkflowBundle } from "./bundle-workflows.ts";
import { CALLS_HANDED_OVER_AT_ONCE } from "./queues.ts";
import { createWorkers } from "./workers.ts";

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger("worker", config.LOG_LEVEL);
  installRuntime(logger);
  const { deps, close } = await buildDependencies(config, logger);
  const connection = await connectTemporalWorker(config);
  await registerSearchAttributes(deps.temporal.connection, config.TEMPORAL_NAMESPACE);
  const bundle = await loadWorkflowBundle(config.WORKFLOW_BUNDLE);
  const workers = await createWorkers({ connection, namespace: config.TEMPORAL_NAMESPACE, bundle, deps });
  logger.info({ queues: workers.map((worker) => worker.options.taskQueue) }, "worker is ready");
  process.send?.("ready"); // to the supervisor of the embedded stack
  // SIGTERM and SIGINT drain: the runtime shuts every worker down, their promises resolve.
  await Promise.all(workers.map((worker) => worker.run()));
  await close();
  await connection.close();
};

const installRuntime = (logger: Logger): void =>
  void Runtime.install({
    logger: new DefaultLogger("INFO", ({ level, message, meta }) =>
      logger[level === "WARN" ? "warn" : level === "ERROR" ? "error" : "debug"](meta ?? {}, message),
    ),
  });

const buildDependencies = async (
  config: Config,
  logger: Logger,
): Promise<{ deps: WorkerDependencies; close(): Promise<void> }> => {
  const set = requireSettings(
    config,
    "DATABASE_URL",
    "TEMPORAL_ADDRESS",
    "S3_ENDPOINT",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
    "ENCRYPTION_KEY",
    "CARRIER_SIMULATOR_BASE_URL",
    "SIMULATOR_SIGNING_KEY",
  );
  const database = openDatabase({
    url: set.DATABASE_URL,
    poolSize: set.DATABASE_POOL_SIZE,
    applicationName: "ringdown-worker",
    onIdleError: (err) => logger.warn({ err }, "an idle database connection ended"),
  });
  const lockPool = new Pool({
    connectionString: set.DATABASE_URL,
    max: CALLS_HANDED_OVER_AT_ONCE,
    application_name: "ringdown-worker-locks",
    options: "-c role=ringdown_app",
    connectionTimeoutMillis: 10_000,
  });
  // A server that goes away while a connection is out must not end the process: whoever holds it gets the error.
  lockPool.on("connect", (client) => void client.on("error", () => {}));
  lockPool.on("error", (err) => logger.warn({ err }, "an idle lock connection ended"));
  const temporal = await connectTemporalClient(config);
  const previous = set.ENCRYPTION_KEY_PREVIOUS ? [set.ENCRYPTION_KEY_PREVIOUS] : [];
  const deps: WorkerDependencies = {
    database,
    lockPool,
    temporal,
    objectStore: createObjectStore({
      endpoint: set.S3_ENDPOINT,
      publicEndpoint: set.S3_PUBLIC_ENDPOINT,
      region: set.S3_REGION,
      accessKey: set.S3_ACCESS_KEY,
      secretKey: set.S3_SECRET_KEY,
      bucket: set.S3_BUCKET,
    }),
    carriers: createCarrierRegistry({
      simulator: { baseUrl: set.CARRIER_SIMULATOR_BASE_URL, signingKey: set.SIMULATOR_SIGNING_KEY },
      twilio: set.CARRIER_TWILIO_BASE_URL ? { baseUrl: set.CARRIER_TWILIO_BASE_URL } : {},
    }),
    secrets: createSecretBox([set.ENCRYPTION_KEY, ...previous]),
    publicBaseUrl: publicBaseUrl(config),
    clock: systemClock,
    ids: randomIds,
    logger,
  };
  const close = async () => {
    await Promise.all([database.close(), lockPool.end(), temporal.connection.close()]);
  };
  return { deps, close };
};

try {
  await run();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
