import type { PreparedRequest } from "./build-request.ts";
import { ConnectionError, RingdownError, readError } from "./errors.ts";
import { pause } from "./pause.ts";
import type { CallOptions, Settings } from "./settings.ts";

interface Terms {
  settings: Settings;
  options: CallOptions;
}

/**
 * Sends a request until it has an answer that counts: what the API refuses for now (429, 503) or is still doing for an earlier try
 * is repeated when the server says so, and a lost connection where the repetition does nothing twice. Throws a RingdownError for
 * every other answer that is no success.
 */
export const send = async (request: PreparedRequest, terms: Terms): Promise<Response> => {
  const { settings, options } = terms;
  const maxRetries = options.maxRetries ?? settings.maxRetries;
  for (let retries = 0; ; retries += 1) {
    const result = await tryOnce(request, terms);
    if (!(result instanceof RingdownError)) return result;
    const waitMs = result.retryAfterMs ?? backOffMs(retries);
    if (retries >= maxRetries || waitMs > settings.maxRetryWaitMs || !isWorthRepeating(result, request)) throw result;
    await pause(waitMs, options.signal);
  }
};

const tryOnce = async (request: PreparedRequest, terms: Terms): Promise<Response | RingdownError> => {
  const { signal: ofCaller } = terms.options;
  const timeoutMs = terms.options.timeoutMs ?? terms.settings.timeoutMs;
  const signals = [...(ofCaller ? [ofCaller] : []), ...(timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : [])];
  const { url, method, headers, body } = request;
  try {
    const response = await terms.settings.fetch(url, { method, headers, body, signal: AbortSignal.any(signals) });
    return response.ok ? response : await readError(response, request.operation.name);
  } catch (error) {
    ofCaller?.throwIfAborted();
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const sentence = isLate ? `no answer within ${timeoutMs / 1000} seconds` : "the connection failed";
    return new ConnectionError(`${request.operation.name}: ${sentence}`, error, request.operation.name);
  }
};

const IN_PROGRESS = "request_in_progress";

const isWorthRepeating = ({ status, code }: RingdownError, { operation, headers }: PreparedRequest): boolean => {
  const isSafe = operation.keyed ? "idempotency-key" in headers : ["GET", "PUT", "PATCH"].includes(operation.method);
  if (status === 429) return true;
  if (status === 409) return code === IN_PROGRESS;
  // Without a key, a deletion that was carried out before its connection broke would answer 404.
  if (status === 503) return isSafe || operation.method === "DELETE";
  return status === 0 && isSafe;
};

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 20_000;

/** Twice as long each time, and a part of it by chance, so that many clients do not come back at once. */
export const backOffMs = (retries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries) * (0.5 + Math.random() / 2);
