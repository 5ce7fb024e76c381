import { randomBytes } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carrierRelays } from "../../api/calls/carrier-callbacks/carrier-relays.ts";
import { createExpectedEnds } from "../../api/calls/remember-expected-ends.ts";
import { createConversationSockets } from "../../api/conversations/conversation-sockets.ts";
import { createSupervisionWatch } from "../../api/conversations/supervision/supervision-watch.ts";
import { webCallRelays } from "../../api/conversations/web-call/web-call-connections.ts";
import { createRequestGuards } from "../../api/http/load/request-guards.ts";
import type { ApiDependencies } from "../../api/http/operation-context.ts";
import { refuseUnread } from "../../api/http/refuse-unread.ts";
import { createServer } from "../../api/server.ts";
import { systemClock } from "../../infra/clock.ts";
import { type Config, readConfig, readPublicBaseUrl } from "../../infra/config/config.ts";
import { readConnectors } from "../../infra/connector/connector-registry.ts";
import { createTxtLookup } from "../../infra/dns/txt-records.ts";
import { createExamination } from "../../infra/doctor/examination.ts";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { findHostFault } from "../../infra/guarded-request/host-fault.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { randomIds } from "../../infra/ids.ts";
import { readLivekitSettings } from "../../infra/livekit/livekit-settings.ts";
import { createLogger } from "../../infra/logger.ts";
import { openMailer } from "../../infra/mail/mailer.ts";
import { readDefaultEmbeddings } from "../../infra/models/open-embedder.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";
import { readPackDemos } from "../../infra/pack-demos.ts";
import { openPassageIndex, openTranscriptIndex } from "../../infra/passage-index/open-passage-index.ts";
import { createPublicAddress } from "../../infra/public-address/public-address-watch.ts";
import { createMetrics } from "../../infra/telemetry/metrics.ts";
import { observeCarriers } from "../../infra/telemetry/observed-carriers.ts";
import { traceDatabase } from "../../infra/telemetry/traced-database.ts";
import { noTracing } from "../../infra/telemetry/tracing.ts";
import { createCarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { readPriceTable } from "../../infra/telephony/price-table.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { type ApiClient, type Credentials, createApiClient } from "./api-client.ts";
import { TEST_BUCKET } from "./environment.ts";
import { withOneConnection } from "./one-connection.ts";
import type { TestDatabase } from "./test-database.ts";
import { TEST_ENCRYPTION_KEY, testSecrets, testTokens } from "./test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "./test-simulator.ts";

/** No server listens at this address: a request fails at once. */
const NOBODY = "http://127.0.0.1:9";

export interface TestApi {
  baseUrl: string;
  dependencies: ApiDependencies;
  client(credentials?: Credentials): ApiClient;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** Environment variables besides the test's own. */
  environment?: Record<string, string>;
  /** Instead of the real ones. */
  dependencies?: Partial<ApiDependencies>;
  /** How browsers reach it; by default by its address, for which they keep no passkeys. */
  publicHost?: "localhost";
  /** Refuses a second connection of the pool to work that holds one. */
  holdsOneConnection?: boolean;
}

/**
 * The API over HTTP, listening on a port of its own, with real dependencies: what the global set-up did not start is
 * at an address where nobody listens.
 */
export const startTestApi = async (test: TestDatabase, options: TestApiOptions = {}): Promise<TestApi> => {
  const server = createHttpServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const named = options.publicHost && { PUBLIC_BASE_URL: `http://${options.publicHost}:${port}` };
  const config = readConfig({ ...testSettings(test.url, port), ...named, ...options.environment });
  const telemetry = { metrics: createMetrics(), tracing: options.dependencies?.tracing ?? noTracing };
  const usual = await testDependencies(test, config, telemetry);
  const database = options.holdsOneConnection ? withOneConnection(usual.database) : usual.database;
  const made = { ...usual, database, ...options.dependencies };
  // One pool for everything by default.
  const apart = { callbackDatabase: made.database, streamDatabase: made.database };
  // Tried when a test asks for it.
  const publicAddress = createPublicAddress({ ...made, publicBaseUrl: readPublicBaseUrl(config) });
  const expectedEnds = createExpectedEnds(made);
  const supervision = createSupervisionWatch(made);
  const dependencies: ApiDependencies = {
    ...made,
    ...apart,
    publicAddress,
    expectedEnds,
    supervision,
    ...options.dependencies,
  };
  const guards = createRequestGuards(dependencies);
  server.on("request", createServer(dependencies, { guards }));
  const stopping = new AbortController();
  const relay = createConversationSockets(dependencies, {
    stopping: stopping.signal,
    endpoints: [carrierRelays, webCallRelays],
    guards,
  });
  server.on("upgrade", relay.onUpgrade);
  server.on("clientError", (error, connection) => refuseUnread(error, connection, false));
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    dependencies,
    client: (credentials) => createApiClient(baseUrl, credentials),
    close: async () => {
      stopping.abort();
      dependencies.expectedEnds.stop();
      dependencies.supervision.stop();
      await relay.drain();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await dependencies.passageIndex.close();
      await dependencies.transcriptIndex.close();
      if (!options.dependencies?.database) await dependencies.database.close();
      if (!options.dependencies?.temporal) await dependencies.temporal.connection.close();
    },
  };
};

/** The label is unique to this test file: organizations of different files have the same numbers. */
const DATA_DIR = join(tmpdir(), `ringdown-data-${randomBytes(6).toString("hex")}`);

const testSettings = (databaseUrl: string, port: number): Record<string, string | undefined> => ({
  // Made at the first use of what lies in it; a test that has such a use names a folder that it removes.
  DATA_DIR,
  PORT: String(port),
  SIGNUP_ENABLED: "true",
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: "5",
  TEMPORAL_ADDRESS: process.env["TEST_TEMPORAL_ADDRESS"] ?? "127.0.0.1:9",
  S3_ENDPOINT: process.env["TEST_S3_ENDPOINT"] ?? NOBODY,
  S3_ACCESS_KEY: process.env["TEST_S3_ACCESS_KEY"] ?? "nobody",
  S3_SECRET_KEY: process.env["TEST_S3_SECRET_KEY"] ?? "nobody",
  S3_BUCKET: TEST_BUCKET,
  ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  CARRIER_SIMULATOR_BASE_URL: NOBODY,
  CARRIER_TWILIO_BASE_URL: NOBODY,
  SIMULATOR_SIGNING_KEY,
  // The addresses of organizations' systems in tests.
  OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
  // A test asks faster than people do; the limits have a test of their own.
  RATE_LIMIT_PER_KEY_PER_SECOND: "100000",
  RATE_LIMIT_PER_ADDRESS_PER_SECOND: "100000",
  SIGNUPS_PER_HOUR: "100000",
  LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
});

const sipOf = (config: Config) => {
  const livekit = readLivekitSettings(config);
  const policy = readOutboundPolicy(config.OUTBOUND_ALLOWED_NETWORKS ?? "");
  // Names of trunks in tests have no addresses.
  return livekit && { sip: { livekit, hostFault: (host: string) => findHostFault(host, policy, async () => []) } };
};

const testDependencies = async (
  test: TestDatabase,
  config: Config,
  { metrics, tracing }: Pick<ApiDependencies, "metrics" | "tracing">,
): Promise<
  Omit<ApiDependencies, "callbackDatabase" | "streamDatabase" | "publicAddress" | "expectedEnds" | "supervision">
> => ({
  config,
  database: traceDatabase(test.open({ poolSize: config.DATABASE_POOL_SIZE }), tracing),
  temporal: await connectTemporalClient(config, tracing),
  objectStore: createObjectStore({
    endpoint: config.S3_ENDPOINT ?? NOBODY,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY ?? "",
    secretKey: config.S3_SECRET_KEY ?? "",
    bucket: config.S3_BUCKET,
  }),
  livekit: readLivekitSettings(config),
  recordWitnesses: [],
  passageIndex: openPassageIndex({ elasticsearchUrl: config.ELASTICSEARCH_URL, dataDir: config.DATA_DIR }),
  transcriptIndex: openTranscriptIndex({ elasticsearchUrl: config.ELASTICSEARCH_URL, dataDir: config.DATA_DIR }),
  carriers: observeCarriers(
    createCarrierRegistry({
      simulator: { baseUrl: config.CARRIER_SIMULATOR_BASE_URL ?? NOBODY, signingKey: SIMULATOR_SIGNING_KEY },
      twilio: { baseUrl: config.CARRIER_TWILIO_BASE_URL ?? NOBODY },
      telnyx: { baseUrl: config.CARRIER_TELNYX_BASE_URL ?? NOBODY },
      plivo: { baseUrl: config.CARRIER_PLIVO_BASE_URL ?? NOBODY },
      vonage: { baseUrl: config.CARRIER_VONAGE_BASE_URL ?? NOBODY },
      ...sipOf(config),
    }),
    { metrics, tracing },
  ),
  prices: readPriceTable(config),
  packDemos: readPackDemos(config),
  txtRecords: createTxtLookup(),
  // The checks of the doctor have tests of their own, on a platform that is whole.
  examination: createExamination(async () => [], systemClock),
  defaultEmbeddings: readDefaultEmbeddings(config),
  guardedRequests: createGuardedRequests(readOutboundPolicy(config.OUTBOUND_ALLOWED_NETWORKS ?? "")),
  mailer: openMailer(config),
  connectors: readConnectors(config),
  secrets: testSecrets,
  tokens: testTokens,
  clock: systemClock,
  ids: randomIds,
  logger: createLogger("api", { level: config.LOG_LEVEL }),
  metrics,
  tracing,
});
