import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { runAsWork, type Work } from "../../infra/telemetry/current-work.ts";
import type { AnyOperation } from "./operation.ts";
import type { ApiDependencies } from "./operation-context.ts";

/** The data of one request from its first byte to its last. */
export interface FollowedRequest extends Work {
  id: string;
  startedAtMs: number;
  /** Set once the route is known. */
  operation?: AnyOperation;
  /** The cause of a 5xx. */
  failure?: unknown;
}

const followedRequests = new WeakMap<Response, FollowedRequest>();

type Telemetry = Pick<ApiDependencies, "logger" | "metrics" | "tracing">;

/** Machines request these every few seconds, so they are logged only at debug level. */
const QUIET_OPERATIONS = new Set(["health"]);

/** Assigns an id to a request; when it is over, writes its log line, its metric and its span. */
export const followRequests =
  (telemetry: Telemetry): RequestHandler =>
  (request, response, next) => {
    const followed = beginFollowing(telemetry, request);
    followedRequests.set(response, followed);
    response.set("X-Request-Id", followed.id);
    response.on("close", () => runAsWork(followed, () => reportRequest(telemetry, followed, { request, response })));
    runAsWork(followed, next);
  };

export const readFollowedRequest = (response: Response): FollowedRequest => {
  const known = followedRequests.get(response);
  if (!known) throw new Error("the request was not followed");
  return known;
};

/** Sets the operation of a request in its route's first handler, so that an unreadable body is counted there too. */
export const setOperation =
  (operation: AnyOperation): RequestHandler =>
  (_request, response, next) => {
    readFollowedRequest(response).operation = operation;
    next();
  };

/** Returns the caller's own id, when it is fit for a log line. */
export const readRequestId = (request: Request): string => {
  const given = request.get("x-request-id");
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
};

const beginFollowing = ({ tracing }: Telemetry, request: Request): FollowedRequest => {
  const id = readRequestId(request);
  const span = tracing.start({ name: request.method, kind: "server", parent: request.get("traceparent") });
  return { id, fields: { request_id: id }, span, startedAtMs: performance.now() };
};

/** Logs only the route, because paths hold what people send. */
const reportRequest = (
  { logger, metrics }: Telemetry,
  followed: FollowedRequest,
  { request, response }: { request: Request; response: Response },
): void => {
  const tookMs = performance.now() - followed.startedAtMs;
  const { operation, span } = followed;
  const { method } = request;
  const status = response.statusCode;
  const isComplete = response.writableFinished;
  const statusClass = isComplete ? `${Math.floor(status / 100)}xx` : "aborted";
  metrics.httpRequestSeconds.observe(
    { operation: operation?.id ?? "none", method: operation ? method : "any", status: statusClass },
    tookMs / 1000,
  );
  const route = operation ? `/api/v1${operation.path}` : undefined;
  const line = { operation: operation?.id, method, route, status, took_ms: Math.round(tookMs) };
  const level = operation && QUIET_OPERATIONS.has(operation.id) ? "debug" : "info";
  logger[level](isComplete ? line : { ...line, aborted: true }, "request");
  if (!span) return;
  span.rename(route ? `${method} ${route}` : method);
  span.set({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "ringdown.operation": operation?.id,
    "ringdown.request_id": followed.id,
    "ringdown.organization_id": followed.fields["organization_id"],
  });
  span.end(status >= 500 ? (followed.failure ?? `status ${status}`) : undefined);
};
