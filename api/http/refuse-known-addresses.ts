import type { RequestHandler, Response } from "express";
import type { ApiDependencies } from "./operation-context.ts";
import { requestIdOf } from "./follow-request.ts";
import { type HeldRefusals, whenClosed } from "./held-refusals.ts";
import { type QuotaReading, type RateLimits, rateLimitHeaders } from "./rate-limits.ts";

interface KnownAddresses {
  limits: RateLimits;
  held: HeldRefusals;
  /** Gives the answer the headers by which a page of another origin may read it. */
  crossOrigin: RequestHandler;
  /** Beginnings of paths that are not limited by address. */
  unlimitedPaths: readonly string[];
}

/**
 * Before anything else is done for a request: who has asked too often in this second is refused at its end, with an answer
 * that is made once, and without a line in the log. The first refusal goes the usual way and has its line.
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
    const address = request.ip ?? "unknown";
    const reading = limits.findRefusalOfAddress(address);
    if (!reading || request.method === "OPTIONS" || unlimitedPaths.some((path) => request.path.startsWith(path)))
      return next();
    metrics.httpRequestSeconds.observe({ operation: "none", method: "any", status: "4xx" }, 0);
    await held.hold({ caller: address, ms: reading.windowEndsInMs, signal: whenClosed(response) });
    if (response.closed) return;
    void crossOrigin(request, response, () => send(response, answerFor(reading), requestIdOf(request)));
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
    ...rateLimitHeaders([reading]),
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
