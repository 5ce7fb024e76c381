import { systemClock } from "../infra/clock.ts";
import { type Config, requireSettings } from "../infra/config/config.ts";
import { randomIds } from "../infra/ids.ts";
import type { Logger } from "../infra/logger.ts";
import { createObjectStore } from "../infra/object-store/object-store.ts";
import { openDatabase } from "../infra/postgres/database.ts";
import { createSecretBox } from "../infra/secrets/secret-box.ts";
import { createCarrierRegistry } from "../infra/telephony/carrier-registry.ts";
import { connectTemporalClient } from "../infra/temporal/connect-temporal.ts";
import type { ApiDependencies } from "./http/operation-context.ts";

/** Everything that requests work with. Nothing is connected yet: each part is reached at its first use, and again. */
export const buildDependencies = async (config: Config, logger: Logger): Promise<ApiDependencies> => {
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
  const previousKey = set.ENCRYPTION_KEY_PREVIOUS ? [set.ENCRYPTION_KEY_PREVIOUS] : [];
  return {
    config,
    logger,
    database: openDatabase({
      url: set.DATABASE_URL,
      poolSize: set.DATABASE_POOL_SIZE,
      applicationName: "ringdown-api",
      onIdleError: (err) => logger.warn({ err }, "an idle database connection ended"),
    }),
    temporal: await connectTemporalClient(config),
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
    secrets: createSecretBox([set.ENCRYPTION_KEY, ...previousKey]),
    clock: systemClock,
    ids: randomIds,
  };
};

export const closeDependencies = async ({ database, temporal }: ApiDependencies): Promise<void> => {
  await Promise.all([database.close(), temporal.connection.close()]);
};
