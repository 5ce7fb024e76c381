import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { waitForAbort } from "../domain/time/wait-for-abort.ts";
import { type Adapters, closeAdapters, openAdapters } from "../infra/adapters.ts";
import { collectAtRest } from "../infra/collect-at-rest.ts";
import {
  type Config,
  ConfigurationError,
  readConfig,
  readPublicBaseUrl,
  requireSettings,
} from "../infra/config/config.ts";
import { listSecretSettings } from "../infra/config/secret-settings.ts";
import { createTxtLookup } from "../infra/dns/txt-records.ts";
import { createExamination } from "../infra/doctor/examination.ts";
import { examine } from "../infra/doctor/examine.ts";
import { listChecks } from "../infra/doctor/list-checks.ts";
import { createLogger, type Logger } from "../infra/logger.ts";
import { readPackDemos } from "../infra/pack-demos.ts";
import { openDatabase } from "../infra/postgres/database.ts";
import {
  CALLBACK_LIMITS,
  type DatabaseLimits,
  REQUEST_LIMITS,
  STREAM_LIMITS,
} from "../infra/postgres/database-limits.ts";
import { warnOfPowerfulLogin } from "../infra/postgres/login-powers.ts";
import { createPublicAddress, type PublicAddress } from "../infra/public-address/public-address-watch.ts";
import { createHurrySignal, createStopSignal } from "../infra/stop-signal.ts";
import { openTracing } from "../infra/telemetry/open-tracing.ts";
import { traceDatabase } from "../infra/telemetry/traced-database.ts";
import { connectTemporalClient } from "../infra/temporal/connect-temporal.ts";
import { removeLeftFolders } from "../infra/temporary-folder.ts";
import { maintenanceContract } from "../workflows/maintenance/maintenance.contract.ts";
import { bootstrapOwner } from "./auth/bootstrap-owner.ts";
import { startCancelingAbandonedRuns } from "./calls/cancel-abandoned-runs.ts";
import { carrierRelays } from "./calls/carrier-callbacks/carrier-relays.ts";
import { createExpectedEnds } from "./calls/remember-expected-ends.ts";
import { startLookingForJourneys } from "./campaigns/start-due-journeys.ts";
import { startTakingEndedCalls } from "./contacts/take-ended-calls.ts";
import { createConversationSockets } from "./conversations/conversation-sockets.ts";
import { createSupervisionWatch } from "./conversations/supervision/supervision-watch.ts";
import { webCallRelays } from "./conversations/web-call/web-call-connections.ts";
import { listen } from "./http/listen.ts";
import { createRequestGuards } from "./http/load/request-guards.ts";
import type { ApiDependencies } from "./http/operation-context.ts";
import { makePackDemos } from "./marketplace/make-pack-demos.ts";
import { createServer } from "./server.ts";
import { startLookingForDeliveries } from "./webhooks/start-waiting-deliveries.ts";

const APPLICATION = "ringdown-api";
const DRAIN_TIMEOUT_MS = 15_000;
/** The API listens after this time at the latest: a part that is unreachable for longer must not stop the rest. */
const LISTEN_AT_LATEST_AFTER_MS = 5_000;
const FIRST_RETRY_DELAY_MS = 250;
const LONGEST_RETRY_DELAY_MS = 10_000;
const PROBE_EVERY_MS = 60_000;

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger("api", { level: config.LOG_LEVEL, secrets: listSecretSettings(config) });
  removeLeftFolders();
  const tracing = await openTracing(config, { service: APPLICATION, logger });
  const temporal = await connectTemporalClient(config, tracing);
  const adapters = openAdapters(config, {
    logger,
    applicationName: APPLICATION,
    temporal,
    tracing,
    databaseLimits: REQUEST_LIMITS,
  });
  const dependencies = buildDependencies(config, adapters);
  const { publicAddress, expectedEnds, supervision, callbackDatabase, streamDatabase } = dependencies;
  const leaving = createStopSignal();
  const hurry = createHurrySignal();
  const stopping = new AbortController();
  await Promise.race([prepare(dependencies, leaving), delay(LISTEN_AT_LATEST_AFTER_MS, undefined, { ref: false })]);
  if (!leaving.aborted) {
    // Calls in progress have connections of their own and do not wait for those of requests.
    const ofCalls = { ...dependencies, database: callbackDatabase };
    const guards = createRequestGuards(dependencies);
    await guards.shared.start();
    const relay = createConversationSockets(ofCalls, {
      stopping: stopping.signal,
      endpoints: [carrierRelays, webCallRelays],
      guards,
    });
    const server = await listen(createServer(dependencies, { leaving, guards }), {
      host: config.HOST,
      port: config.PORT,
      onUpgrade: relay.onUpgrade,
    });
    logger.info(`Ringdown listens on ${server.url}`);
    // Garbage is not collected while a call is connected, because nobody who talks should wait for it.
    const stopCollecting = collectAtRest(relay.isCarrying);
    const stopCanceling = startCancelingAbandonedRuns(dependencies);
    const stopLooking = startLookingForDeliveries(dependencies);
    const stopFollowing = startLookingForJourneys(dependencies);
    const stopTaking = startTakingEndedCalls(dependencies);
    const stopProbing = startProbing(publicAddress);
    await waitForAbort(leaving);
    await serveForAWhile(config.DRAIN_SECONDS, { hurry, logger });
    stopping.abort();
    stopCanceling();
    stopLooking();
    stopFollowing();
    stopTaking();
    stopProbing();
    stopCollecting();
    expectedEnds.stop();
    supervision.stop();
    logger.info("stopping: running requests finish first");
    // It listens no more from here on: a conversation whose connection is closed is joined again in another process.
    await Promise.all([server.drain(DRAIN_TIMEOUT_MS), relay.drain()]);
    await guards.shared.stop();
  }
  await Promise.all([closeAdapters(adapters), callbackDatabase.close(), streamDatabase.close()]);
};

const buildDependencies = (config: Config, adapters: Adapters) => {
  const apart = openDatabasesApart(config, adapters);
  return {
    ...adapters,
    ...apart,
    config,
    publicAddress: createPublicAddress({ ...adapters, publicBaseUrl: readPublicBaseUrl(config) }),
    examination: createExamination(() => examine(listChecks(config, maintenanceContract.taskQueue)), adapters.clock),
    packDemos: readPackDemos(config),
    expectedEnds: createExpectedEnds(adapters),
    supervision: createSupervisionWatch({ ...adapters, database: apart.callbackDatabase }),
    txtRecords: createTxtLookup(),
  };
};

/** Serves on while proxies in front learn by `/readyz` that this process leaves; a second signal ends it. */
const serveForAWhile = async (
  seconds: number,
  { hurry, logger }: { hurry: AbortSignal; logger: Logger },
): Promise<void> => {
  if (seconds === 0) return;
  logger.info(`leaving: requests are served for ${seconds} s more`);
  await delay(seconds * 1000, undefined, { signal: hurry }).catch(() => {});
};

/** Tries the public address now and every minute: a proxy in front may be changed while the API runs. */
const startProbing = ({ check }: PublicAddress): (() => void) => {
  void check();
  const timer = setInterval(() => void check(), PROBE_EVERY_MS).unref();
  return () => clearInterval(timer);
};

/** Opens separate connections for callbacks and streams, so that neither takes those of the requests. */
const openDatabasesApart = (
  config: Config,
  { logger, metrics, tracing, secrets }: Adapters,
): Pick<ApiDependencies, "callbackDatabase" | "streamDatabase"> => {
  const open = (kind: string, { poolSize, limits }: { poolSize: number; limits: DatabaseLimits }) => {
    const namesStatements = kind === "callbacks" && config.DATABASE_PREPARED_STATEMENTS;
    const database = openDatabase({
      url: requireSettings(config, "DATABASE_URL").DATABASE_URL,
      poolSize,
      limits,
      namesStatements,
      applicationName: `${APPLICATION}-${kind}`,
      secrets,
      onIdleError: (err) => logger.warn({ err }, "an idle database connection ended"),
    });
    metrics.watchPool(kind, database.load);
    return traceDatabase(database, tracing);
  };
  return {
    callbackDatabase: open("callbacks", { poolSize: config.DATABASE_CALLBACK_POOL_SIZE, limits: CALLBACK_LIMITS }),
    streamDatabase: open("streams", { poolSize: config.DATABASE_STREAM_POOL_SIZE, limits: STREAM_LIMITS }),
  };
};

/** Creates what the first start needs, and retries until it is done. */
const prepare = async (dependencies: ApiDependencies, stopping: AbortSignal): Promise<void> => {
  const { objectStore, logger } = dependencies;
  await Promise.all([
    untilDone("the bucket", () => objectStore.ensureBucket(), { logger, stopping }),
    untilDone("the check of the database login", () => warnOfPowerfulLogin(dependencies.database, logger), {
      logger,
      stopping,
    }),
    untilDone("the first owner", () => bootstrapOwner(dependencies), { logger, stopping }),
    untilDone("the demos of the packs", () => addPackDemos(dependencies), { logger, stopping }),
  ]);
};

/** Adds a talk page for each pack of which the operator has named no demo. */
const addPackDemos = async (dependencies: ApiDependencies): Promise<void> => {
  const { config, packDemos } = dependencies;
  // Without the pages of the console there is none to talk on.
  if (config.CONSOLE_FOLDER) Object.assign(packDemos, { ...(await makePackDemos(dependencies)), ...packDemos });
};

const untilDone = async (
  what: string,
  work: () => Promise<void>,
  { logger, stopping }: { logger: Logger; stopping: AbortSignal },
): Promise<void> => {
  try {
    await pRetry(work, {
      retries: Infinity,
      minTimeout: FIRST_RETRY_DELAY_MS,
      maxTimeout: LONGEST_RETRY_DELAY_MS,
      signal: stopping,
      onFailedAttempt: ({ error: err }) => logger.warn({ err }, `${what} could not be prepared yet; trying again`),
    });
  } catch (err) {
    if (!stopping.aborted) logger.error({ err }, `${what} could not be prepared`);
  }
};

/** Returns one sentence without a stack for an error that the operator can repair. */
const sentenceFor = (error: unknown): string | null => {
  if (error instanceof ConfigurationError) return error.message;
  if (!(error instanceof Error) || !("code" in error)) return null;
  if (error.code === "EADDRINUSE")
    return "The port is in use: set PORT to a free one, or stop the program that uses it.";
  if (error.code === "EACCES") return "This port may not be listened on: set PORT to one above 1023.";
  if (error.code === "EADDRNOTAVAIL") return "This machine has no such address: correct HOST.";
  return null;
};

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${sentenceFor(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
}
