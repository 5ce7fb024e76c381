import type { RequestHandler } from "express";

const ALLOWED_HEADERS = [
  "authorization",
  "content-type",
  "idempotency-key",
  "if-none-match",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "x-api-key",
  "x-request-id",
].join(", ");

const EXPOSED_HEADERS = [
  "content-disposition",
  "etag",
  "idempotent-replayed",
  "mcp-session-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "x-request-id",
].join(", ");

/** The longest that Chromium keeps an answer to a preflight request. */
const KEPT_SECONDS = 7200;

/** Lets pages of the configured origins call the API; with none configured no header is sent. */
export const allowCrossOrigin =
  (origins: readonly string[]): RequestHandler =>
  (request, response, next) => {
    const origin = request.get("origin");
    if (!origin || !origins.includes(origin)) return next();
    response.set({
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": EXPOSED_HEADERS,
    });
    response.vary("Origin");
    if (request.method !== "OPTIONS") return next();
    response.set({
      "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
      "Access-Control-Max-Age": String(KEPT_SECONDS),
    });
    response.status(204).end();
  };
