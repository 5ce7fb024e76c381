import { setTimeout as delay } from "node:timers/promises";
import { type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";

/** The SDK's own delay goes up to five seconds, and closing would wait as long. */
const LONGEST_RETRY_DELAY_MS = 1000;

/**
 * Replaces the SDK's retries of a request, so that a connection can be closed under them: a retry that comes due on a
 * closed connection throws where nobody catches it, and would end the process. `settle` allows no more retries and
 * waits for those that are due.
 */
export const createClosableRetries = (): {
  interceptors: NonNullable<ConnectionOptions["interceptors"]>;
  settle(): Promise<void>;
} => {
  const usual = defaultGrpcRetryOptions();
  let closing = false;
  let lastRetryAtMs = 0;
  const retries = makeGrpcRetryInterceptor({
    retryableDecider: (attempt, status) => !closing && usual.retryableDecider(attempt, status),
    delayFunction: (attempt, status) => {
      const delayMs = Math.min(usual.delayFunction(attempt, status), LONGEST_RETRY_DELAY_MS);
      lastRetryAtMs = Math.max(lastRetryAtMs, performance.now() + delayMs);
      return delayMs;
    },
  });
  const settle = async () => {
    closing = true;
    const waitMs = lastRetryAtMs - performance.now();
    // A timer may be a little late; one set now for the same moment comes after it.
    if (waitMs > 0) await delay(waitMs + 10);
  };
  return { interceptors: [retries], settle };
};
