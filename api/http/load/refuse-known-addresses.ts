import type { RequestHandler, Response } from "express";
import { readRequestId } from "../follow-request.ts";
import { readNetworkAddress } from "../network-address.ts";
import type { ApiDependencies } from "../operation-context.ts";
import { createCloseSignal, type DelayedRefusals } from "./delayed-refusals.ts";
import { buildRateLimitHeaders, type QuotaReading, type RateLimits } from "./rate-limits.ts";

interface KnownAddresses {
  limits: RateLimits;
  held: DelayedRefusals;
  /** Sets the headers by which a page of another origin may read the answer. */
  crossOrigin: RequestHandler;
  /** Prefixes of paths without a limit by address. */
  unlimitedPaths: readonly string[];
}

/**
 * Refuses an address over its limit before any other work, at the end of the window, with a prepared answer and without a log line.
 * The first refusal takes the usual way and is logged.
 */
export const refuseKnownAddresses = (
  { limits, held, crossOrigin, unlimitedPaths }: KnownAddresses,
  { metrics }: Pick<ApiDependencies, "metrics">,
): RequestHandler => {
  const prepared = new WeakMap<QuotaReading, Prepared>();
  const answerFor = (reading: QuotaReading): Prepared => {
    const known = prepared.get(reading) ?? prepare(reading);
    prepared.set(reading, known);
    return known;
  };
  return async (request, response, next) => {
    const address = readNetworkAddress(request);
    const reading = limits.findRefusalOfAddress(address);
    if (!reading || request.method === "OPTIONS" || unlimitedPaths.some((path) => request.path.startsWith(path)))
      return next();
    metrics.httpRequestSeconds.observe({ operation: "none", method: "any", status: "4xx" }, 0);
    await held.hold({ caller: address, ms: reading.windowEndsInMs, signal: createCloseSignal(response) });
    if (response.closed) return;
    void crossOrigin(request, response, () => send(response, answerFor(reading), readRequestId(request)));
  };
};

interface Prepared {
  headers: Record<string, string | number>;
  body: Buffer;
}

const prepare = (reading: QuotaReading): Prepared => {
  const { refusal } = reading;
  const body = Buffer.from(JSON.stringify({ detail: refusal?.detail, code: refusal?.code }));
  const headers = {
    ...buildRateLimitHeaders([reading]),
    ...refusal?.headers,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return { headers, body };
};

const send = (response: Response, { headers, body }: Prepared, id: string): void => {
  response.writeHead(429, { ...headers, "X-Request-Id": id }).end(body);
};
