import type { Client } from "@temporalio/client";
import type { Witness } from "../domain/record/witness.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, requireSettings } from "./config/config.ts";
import { type ConnectorRegistry, readConnectors } from "./connector/connector-registry.ts";
import { createGuardedRequests, type GuardedRequests } from "./guarded-request/guarded-requests.ts";
import { findHostFault } from "./guarded-request/host-fault.ts";
import { readOutboundPolicy } from "./guarded-request/outbound-policy.ts";
import { type Ids, randomIds } from "./ids.ts";
import { type LivekitSettings, readLivekitSettings } from "./livekit/livekit-settings.ts";
import type { Logger } from "./logger.ts";
import { type Mailer, openMailer } from "./mail/mailer.ts";
import { readDefaultEmbeddings } from "./models/open-embedder.ts";
import type { ModelChoice } from "./models/open-model.ts";
import type { ObjectStore } from "./object-store/object-store.ts";
import { openObjectStore } from "./object-store/open-object-store.ts";
import { openPassageIndex, openTranscriptIndex } from "./passage-index/open-passage-index.ts";
import type { PassageIndex } from "./passage-index/passage-index.ts";
import { type Database, openDatabase } from "./postgres/database.ts";
import type { DatabaseLimits } from "./postgres/database-limits.ts";
import { readWitnesses } from "./record/read-witnesses.ts";
import { createSecretBox, type SecretBox } from "./secrets/secret-box.ts";
import { createTokenSigner, type TokenSigner } from "./secrets/token-signer.ts";
import { createMetrics, type Metrics } from "./telemetry/metrics.ts";
import { observeCarriers } from "./telemetry/observed-carriers.ts";
import { traceDatabase } from "./telemetry/traced-database.ts";
import type { Tracing } from "./telemetry/tracing.ts";
import { type CarrierRegistry, createCarrierRegistry } from "./telephony/carrier-registry.ts";
import { type PriceTable, readPriceTable } from "./telephony/price-table.ts";

/** The connections and services that the API and the worker share. */
export interface Adapters {
  database: Database;
  temporal: Client;
  objectStore: ObjectStore;
  passageIndex: PassageIndex;
  /** What was said in calls and conversations. */
  transcriptIndex: PassageIndex;
  carriers: CarrierRegistry;
  /** Null: LiveKit is not configured, so no conversation has audio of the platform's own. */
  livekit: LivekitSettings | null;
  /** The prices of calls whose carriers do not report them, and the highest cost of any call. */
  prices: PriceTable;
  /** The embedder of organizations that configured none; null: the operator switched it off. */
  defaultEmbeddings: ModelChoice | null;
  /** Sends requests to addresses that organizations give. */
  guardedRequests: GuardedRequests;
  /** Those who cosign the checkpoints of records. */
  recordWitnesses: readonly Witness[];
  /** Null: no mail server is configured. */
  mailer: Mailer | null;
  /** The apps that organizations can sign in to. */
  connectors: ConnectorRegistry;
  secrets: SecretBox;
  tokens: TokenSigner;
  clock: Clock;
  ids: Ids;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

/** The parts that the process has created before its adapters. */
export interface AdapterSettings {
  applicationName: string;
  temporal: Client;
  logger: Logger;
  tracing: Tracing;
  databaseLimits: DatabaseLimits;
  /** True where the same statements are repeated often. Default: false. */
  asksTheSame?: boolean;
}

/**
 * Opens the adapters of one process; the database shows its name. The process itself opens the connection to Temporal; every other
 * connection is opened at its first use, and opened again when it is lost. Throws ConfigurationError for settings that are missing.
 */
export const openAdapters = (
  config: Config,
  { logger, applicationName, temporal, tracing, databaseLimits, asksTheSame = false }: AdapterSettings,
): Adapters => {
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
  const metrics = createMetrics({ ofProcess: true });
  const livekit = readLivekitSettings(config);
  const secrets = createSecretBox([set.ENCRYPTION_KEY, ...set.ENCRYPTION_KEYS_FORMER]);
  const database = openDatabase({
    url: set.DATABASE_URL,
    poolSize: set.DATABASE_POOL_SIZE,
    applicationName,
    limits: databaseLimits,
    // The API's statements vary with what people search for, and one plan for all values would fit none of them well.
    namesStatements: asksTheSame && set.DATABASE_PREPARED_STATEMENTS,
    secrets,
    onIdleError: (err) => logger.warn({ err }, "an idle database connection ended"),
  });
  metrics.watchPool("work", database.load);
  const indexSettings = {
    elasticsearchUrl: set.ELASTICSEARCH_URL,
    elasticsearchApiKey: set.ELASTICSEARCH_API_KEY,
    elasticsearchCaFile: set.ELASTICSEARCH_TLS_CA_FILE,
    dataDir: set.DATA_DIR,
  };
  return {
    database: traceDatabase(database, tracing),
    temporal,
    objectStore: openObjectStore(set),
    passageIndex: openPassageIndex(indexSettings),
    transcriptIndex: openTranscriptIndex(indexSettings),
    carriers: observeCarriers(carriersOf({ ...set, livekit }), { metrics, tracing }),
    livekit,
    prices: readPriceTable(set),
    defaultEmbeddings: readDefaultEmbeddings(set),
    guardedRequests: {
      ...createGuardedRequests(readOutboundPolicy(set.OUTBOUND_ALLOWED_NETWORKS ?? "")),
      modelRequestSeconds: metrics.modelRequestSeconds,
    },
    recordWitnesses: readWitnesses(set.RECORD_WITNESSES ?? ""),
    mailer: openMailer(set),
    connectors: readConnectors(set),
    secrets,
    tokens: createTokenSigner([set.ENCRYPTION_KEY, ...set.ENCRYPTION_KEYS_FORMER]),
    clock: systemClock,
    ids: randomIds,
    logger,
    metrics,
    tracing,
  };
};

const carriersOf = (set: {
  CARRIER_SIMULATOR_BASE_URL: string;
  SIMULATOR_SIGNING_KEY: string;
  CARRIER_TWILIO_BASE_URL?: string | undefined;
  CARRIER_TELNYX_BASE_URL?: string | undefined;
  CARRIER_PLIVO_BASE_URL?: string | undefined;
  CARRIER_VONAGE_BASE_URL?: string | undefined;
  livekit: LivekitSettings | null;
  OUTBOUND_ALLOWED_NETWORKS?: string | undefined;
}): CarrierRegistry =>
  createCarrierRegistry({
    simulator: { baseUrl: set.CARRIER_SIMULATOR_BASE_URL, signingKey: set.SIMULATOR_SIGNING_KEY },
    twilio: set.CARRIER_TWILIO_BASE_URL ? { baseUrl: set.CARRIER_TWILIO_BASE_URL } : {},
    telnyx: set.CARRIER_TELNYX_BASE_URL ? { baseUrl: set.CARRIER_TELNYX_BASE_URL } : {},
    plivo: { baseUrl: set.CARRIER_PLIVO_BASE_URL },
    vonage: { baseUrl: set.CARRIER_VONAGE_BASE_URL },
    ...(set.livekit && {
      sip: {
        livekit: set.livekit,
        hostFault: (host) => findHostFault(host, readOutboundPolicy(set.OUTBOUND_ALLOWED_NETWORKS ?? "")),
      },
    }),
  });

export const closeAdapters = async (adapters: Adapters): Promise<void> => {
  const { database, passageIndex, transcriptIndex, temporal, tracing } = adapters;
  await Promise.all([
    database.close(),
    passageIndex.close(),
    transcriptIndex.close(),
    temporal.connection.close(),
    tracing.close(),
  ]);
};
