import { NativeConnection } from "@temporalio/worker";
import pRetry from "p-retry";
import type { Config } from "../config/config.ts";
import type { Logger } from "../logger.ts";
import { readConnectionOptions } from "./connection-options.ts";
import { registerSearchAttributes } from "./register-search-attributes.ts";

const RETRY_EVERY_MS = 1000;
const SAID_EVERY_ATTEMPTS = 15;

/**
 * Opens the worker's connection to a server that can take its workflows. It waits for a server that is not up yet
 * without limit: a worker has nothing else to do. Null when `stopping` comes first.
 */
export const connectTemporalWorker = async (
  config: Config,
  { logger, stopping }: { logger: Logger; stopping: AbortSignal },
): Promise<NativeConnection | null> => {
  const options = await readConnectionOptions(config);
  try {
    return await pRetry(() => open(options, { namespace: config.TEMPORAL_NAMESPACE, stopping }), {
      retries: Infinity,
      factor: 1,
      minTimeout: RETRY_EVERY_MS,
      signal: stopping,
      shouldRetry: ({ error }) => isAway(error),
      onFailedAttempt: ({ error: err, attemptNumber }) => {
        if (isAway(err) && attemptNumber % SAID_EVERY_ATTEMPTS === 1)
          logger.warn({ err, temporal_address: options.address }, "Temporal is not reachable yet; waiting for it");
      },
    });
  } catch (error) {
    if (stopping.aborted) return null;
    throw error;
  }
};

const open = async (
  options: Awaited<ReturnType<typeof readConnectionOptions>>,
  { namespace, stopping }: { namespace: string; stopping: AbortSignal },
): Promise<NativeConnection> => {
  const connection = await NativeConnection.connect(options);
  try {
    await registerSearchAttributes(connection, namespace);
    // A connection made now would have no user to close it.
    stopping.throwIfAborted();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
};

const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

/** The server is absent or not ready; any other fault needs a repair. */
const isAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "TransportError") return true;
    if ("code" in cause && (cause.code === UNAVAILABLE || cause.code === DEADLINE_EXCEEDED)) return true;
  }
  return false;
};
