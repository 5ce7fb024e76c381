import { randomUUID } from "node:crypto";
import express, { type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { absolutePath } from "swagger-ui-dist";
import { publicBaseUrl } from "../infra/config/config.ts";
import { operations } from "./areas.ts";
import { rewriteAliases } from "./http/aliases.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { docsPage } from "./http/docs-page.ts";
import { errorResponses, noSuchRoute } from "./http/error-responses.ts";
import { mountOperations } from "./http/mount-operations.ts";
import { openApiDocument } from "./http/openapi.ts";
import type { ApiDependencies } from "./http/operation-context.ts";
import { createRateLimits } from "./http/rate-limits.ts";
import { version } from "./version.ts";

/** The HTTP application, not yet listening. */
export const createServer = (dependencies: ApiDependencies): Express => {
  const { config, logger } = dependencies;
  const app = express();
  app.set("trust proxy", config.TRUST_PROXY);
  app.disable("x-powered-by");
  app.use(requestId, securityHeaders, crossOrigin(config.CORS_ORIGINS ?? []), logRequests(dependencies));
  const document = openApiDocument(operations, { version, serverUrl: publicBaseUrl(config) });
  app.get("/api/v1/openapi.json", (_request, response) => void response.json(document));
  app.use("/docs", docsPage, express.static(absolutePath(), { index: false }));
  app.use("/api/v1", notCached, rewriteAliases, mountOperations(operations, dependencies, createRateLimits(config)));
  app.use(noSuchRoute, errorResponses(logger));
  return app;
};

/** Served without TLS on a private network, a page that asks for https: scripts of its own would stay empty. */
const securityHeaders = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });

const requestId: RequestHandler = (request, response, next) => {
  const given = request.get("x-request-id");
  const id = given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
  response.locals["requestId"] = id;
  response.set("X-Request-Id", id);
  next();
};

/** Answers hold people's numbers, and some of them secrets: no cache keeps them. */
const notCached: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};

const logRequests =
  ({ logger }: ApiDependencies): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.on("finish", () => {
      const took_ms = Math.round(performance.now() - startedAt);
      const { method, path } = request;
      logger.debug(
        { request_id: response.locals["requestId"], method, path, status: response.statusCode, took_ms },
        "request",
      );
    });
    next();
  };
