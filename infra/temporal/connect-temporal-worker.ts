import { setTimeout as delay } from "node:timers/promises";
import { NativeConnection } from "@temporalio/worker";
import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import { connectionOptions } from "./connection-options.ts";
import { registerSearchAttributes } from "./register-search-attributes.ts";

const RETRY_EVERY_MS = 1000;
const SAID_EVERY_ATTEMPTS = 15;

/**
 * The worker's connection to a server that can take its workflows. One that is not up yet is waited for, however long:
 * a worker has nothing else to do. Null when `stopping` comes first.
 */
export const connectTemporalWorker = async (
  config: Config,
  { logger, stopping }: { logger: Logger; stopping: AbortSignal },
): Promise<NativeConnection | null> => {
  const options = await connectionOptions(config);
  for (let attempt = 0; !stopping.aborted; attempt += 1) {
    try {
      return await open(options, config.TEMPORAL_NAMESPACE);
    } catch (err) {
      if (!isAway(err)) throw err;
      if (attempt % SAID_EVERY_ATTEMPTS === 0)
        logger.warn({ err, temporal_address: options.address }, "Temporal is not reachable yet; it is waited for");
      await delay(RETRY_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return null;
};

const open = async (
  options: Awaited<ReturnType<typeof connectionOptions>>,
  namespace: string,
): Promise<NativeConnection> => {
  const connection = await NativeConnection.connect(options);
  try {
    await registerSearchAttributes(connection, namespace);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
};

const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

/** Nobody answered there, or one who is not ready; anything else is a fault that somebody must mend. */
const isAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "TransportError") return true;
    if ("code" in cause && (cause.code === UNAVAILABLE || cause.code === DEADLINE_EXCEEDED)) return true;
  }
  return false;
};
