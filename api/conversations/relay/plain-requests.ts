import type { RequestHandler } from "express";
import { isProbePath } from "../../../infra/public-address/probe-public-address.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { RelayEndpoint } from "./relay-server.ts";

const WARN_EVERY_MS = 60_000;
const DETAIL =
  "This address takes WebSockets only. Where one was opened, a proxy in front of the API has taken it for a plain request: let it pass " +
  "the headers Upgrade and Connection";

/**
 * Answers plain HTTP requests at addresses of WebSockets with 426: a proxy that does not pass the upgrade makes such of every
 * connection, and nobody hears anything then. At most one line a minute says so, with their number.
 */
export const refusePlainRequests = (
  { logger, metrics }: Pick<ApiDependencies, "logger" | "metrics">,
  endpoints: readonly Pick<RelayEndpoint, "isPath">[],
  nowMs = () => performance.now(),
): RequestHandler => {
  let untold = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const count = () => {
    metrics.plainRelayRequests.inc();
    untold += 1;
    if (nowMs() - toldAtMs < WARN_EVERY_MS) return;
    logger.warn({ requests: untold }, `requests came without an upgrade to WebSocket and got 426. ${DETAIL}`);
    toldAtMs = nowMs();
    untold = 0;
  };
  return (request, response, next) => {
    if (!endpoints.some(({ isPath }) => isPath(request.originalUrl))) return next();
    // The platform's own probe says by itself what did not come through.
    if (!isProbePath(request.originalUrl)) count();
    response.status(426).set({ Upgrade: "websocket", Connection: "Upgrade" });
    response.json({ detail: DETAIL, code: "upgrade_required" });
  };
};
