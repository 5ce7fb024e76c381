import type { RequestHandler } from "express";

const ALLOWED_HEADERS = "authorization, content-type, idempotency-key, x-api-key, x-request-id";

/** Lets pages of the configured origins call the API; with none configured no header is sent. */
export const allowCrossOrigin =
  (origins: readonly string[]): RequestHandler =>
  (request, response, next) => {
    const origin = request.get("origin");
    if (!origin || !origins.includes(origin)) return next();
    response.set({
      "Access-Control-Allow-Origin": origin,
      Vary: "Origin",
      "Access-Control-Expose-Headers": "x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed",
    });
    if (request.method !== "OPTIONS") return next();
    response.set({
      "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
    });
    response.status(204).end();
  };
