import { type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";

type Interceptors = NonNullable<ConnectionOptions["interceptors"]>;

/** The SDK's own delay goes up to five seconds, and closing would wait as long. */
const LONGEST_RETRY_DELAY_MS = 1000;

/**
 * Replaces the SDK's retries of a request, so that a connection can be closed under them: a retry that comes due on a
 * closed connection throws where nobody catches it, and would end the process. `settle` allows no more retries and
 * waits until those that are due have begun.
 */
export const createClosableRetries = (): { interceptors: Interceptors; settle(): Promise<void> } => {
  const usual = defaultGrpcRetryOptions();
  let closing = false;
  let retriesDue = 0;
  const allHaveBegun = Promise.withResolvers<void>();
  const tryAgain = makeGrpcRetryInterceptor({
    retryableDecider: (attempt, status) => !closing && usual.retryableDecider(attempt, status),
    delayFunction: (attempt, status) => {
      retriesDue += 1;
      return Math.min(usual.delayFunction(attempt, status), LONGEST_RETRY_DELAY_MS);
    },
  });
  const begin = () => {
    retriesDue -= 1;
    if (closing && retriesDue === 0) allHaveBegun.resolve();
  };
  const retries: Interceptors[number] = (request, nextCall) => {
    let isRetry = false;
    return tryAgain(request, (options) => {
      if (isRetry) begin();
      isRetry = true;
      return nextCall(options);
    });
  };
  const settle = async () => {
    closing = true;
    if (retriesDue > 0) await allHaveBegun.promise;
  };
  return { interceptors: [retries], settle };
};
