import express, { type Express, type RequestHandler } from "express";
import absolutePath from "swagger-ui-dist/absolute-path.js";
import { MCP_PATH } from "../domain/access/client-sign-in.ts";
import { type Config, readPublicBaseUrl } from "../infra/config/config.ts";
import { SCIM_PATH } from "../infra/config/provider-addresses.ts";
import { createProbeEndpoints } from "../infra/telemetry/probe-endpoints.ts";
import { version } from "../infra/version.ts";
import { operations } from "./areas.ts";
import { findAuthorizationServer } from "./auth/oauth/authorization-server.ts";
import { serveOAuth } from "./auth/oauth/oauth-endpoints.ts";
import { carrierRelays } from "./calls/carrier-callbacks/carrier-relays.ts";
import { serveConsole } from "./console/console-pages.ts";
import { refusePlainRequests } from "./conversations/relay/plain-requests.ts";
import { serveTalkPages } from "./conversations/web-call/talk-pages.ts";
import { webCallRelays } from "./conversations/web-call/web-call-connections.ts";
import { serveGuides } from "./guides/guide-pages.ts";
import { locateGuides } from "./guides/read-guides.ts";
import { rewriteAliases } from "./http/aliases.ts";
import { allowCrossOrigin } from "./http/cross-origin.ts";
import { serveApiPage } from "./http/docs-page.ts";
import { answerErrors, refuseUnknownRoute } from "./http/error-responses.ts";
import { followRequests } from "./http/follow-request.ts";
import { createInProcessCall } from "./http/in-process-requests.ts";
import { paceFiles } from "./http/load/paced-files.ts";
import { buildRateLimitHeaders } from "./http/load/rate-limits.ts";
import { refuseKnownAddresses } from "./http/load/refuse-known-addresses.ts";
import { createRequestGuards, type RequestGuards } from "./http/load/request-guards.ts";
import { mountOperations } from "./http/mount-operations.ts";
import { readNetworkAddress } from "./http/network-address.ts";
import { buildOpenApiDocument } from "./http/openapi/build-document.ts";
import { readBuiltOpenApi } from "./http/openapi/built-document.ts";
import { buildOpenApiAnswer } from "./http/openapi/send-document.ts";
import type { ApiDependencies } from "./http/operation-context.ts";
import { setSecurityHeaders } from "./http/security-headers.ts";
import { serveMcp } from "./mcp/mcp-endpoint.ts";
import { serveScim } from "./scim/scim-endpoint.ts";
import { createApiReadiness } from "./service/api-readiness.ts";

/** Creates the HTTP application, not yet listening. From the abort of `leaving` on it serves, and asks clients to connect elsewhere. */
export const createServer = (
  dependencies: ApiDependencies,
  {
    leaving = new AbortController().signal,
    guards = createRequestGuards(dependencies),
  }: { leaving?: AbortSignal; guards?: RequestGuards } = {},
): Express => {
  const { config, logger } = dependencies;
  const app = express();
  app.set("trust proxy", config.TRUST_PROXY);
  app.disable("x-powered-by");
  // Answers are not cached, so no ETag is needed.
  app.disable("etag");
  app.use(warnOfProxy(dependencies));
  const allowOrigins = allowCrossOrigin(config.CORS_ORIGINS ?? []);
  app.use(closeConnectionsWhen(leaving), answerProbes(dependencies, leaving));
  app.use(
    ["/api/v1", "/talk", MCP_PATH, "/oauth", SCIM_PATH],
    refuseKnownAddresses({ ...guards, crossOrigin: allowOrigins, unlimitedPaths: UNLIMITED_PATHS }, dependencies),
  );
  app.use(refusePlainRequests(dependencies, [carrierRelays, webCallRelays]));
  app.use(followRequests(dependencies));
  if (config.CONSOLE_FOLDER) {
    const objectStore = objectStoreOrigin(config);
    // Each page of a link is looked up, and a link is public on the pages of others.
    app.use("/talk", countByAddress(guards));
    app.use(["/console", "/talk.js"], paceFiles());
    app.use(serveTalkPages(dependencies, guards, { folder: config.CONSOLE_FOLDER, objectStore }));
    app.use(serveConsole(config.CONSOLE_FOLDER, { objectStore }));
  }
  app.use(setSecurityHeaders, allowOrigins);
  const described = { version, serverUrl: readPublicBaseUrl(config) };
  const document = async () => (await readBuiltOpenApi(described)) ?? buildOpenApiDocument(operations, described);
  app.get("/api/v1/openapi.json", countByAddress(guards, LARGE_ANSWER_COST), buildOpenApiAnswer(document));
  // `npm start` prints this address, which people then open.
  app.get("/api/v1", (_request, response) => response.redirect("/docs"));
  app.use(
    "/docs/api",
    countByAddress(guards, LARGE_ANSWER_COST),
    serveApiPage,
    express.static(absolutePath(), { index: false }),
  );
  // A page of pictures has eighty of them.
  app.use(["/docs", "/llms.txt"], countByAddress(guards), paceFiles());
  app.use(serveGuides(locateGuides(), { baseUrl: readPublicBaseUrl(config) }));
  app.use(serveOAuth(dependencies, countByAddress(guards)));
  app.use(
    serveMcp({
      dependencies,
      guards,
      operations,
      call: createInProcessCall(app),
      authorizationServer: findAuthorizationServer(config),
    }),
  );
  app.use(SCIM_PATH, serveScim(dependencies, countByAddress(guards)));
  app.use("/api/v1", notCached, rewriteAliases, mountOperations(operations, dependencies, guards));
  app.use(refuseUnknownRoute, answerErrors(logger));
  return app;
};

/** Paths without a limit by address: carriers call here, and one address of theirs serves all of their customers. */
const UNLIMITED_PATHS = operations
  .filter(({ limitedPerAddress }) => limitedPerAddress === false)
  .map(({ path }) => path.replace(/\{.*$/, ""));

const LARGE_ANSWER_COST = 10;

/** Counts a stranger's request by its address; a large answer counts as several. */
const countByAddress =
  ({ limits }: RequestGuards, cost = 1): RequestHandler =>
  async (request, response, next) => {
    const reading = await limits.takeForAddress(readNetworkAddress(request), cost);
    response.set(buildRateLimitHeaders([reading]));
    if (reading.refusal) throw reading.refusal;
    next();
  };

/** Warns once about an unconfigured proxy, behind which all clients have one address for the API and share its limits. */
const warnOfProxy = ({ config, logger }: ApiDependencies): RequestHandler => {
  let isToBeTold = config.TRUST_PROXY === 0;
  return (request, _response, next) => {
    if (isToBeTold && request.headers["x-forwarded-for"] !== undefined) {
      isToBeTold = false;
      logger.warn("a request came with X-Forwarded-For while TRUST_PROXY is 0: behind a proxy, set how many there are");
    }
    next();
  };
};

/** Returns the origin of uploads and recordings. */
const objectStoreOrigin = ({ S3_PUBLIC_ENDPOINT, S3_ENDPOINT }: Config): string | undefined => {
  const root = S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT;
  return root === undefined ? undefined : new URL(root).origin;
};

const answerProbes = (dependencies: ApiDependencies, leaving: AbortSignal): RequestHandler => {
  const { config, metrics, logger } = dependencies;
  const answer = createProbeEndpoints({
    config,
    metrics,
    logger,
    readiness: createApiReadiness(dependencies, leaving),
  });
  return (request, response, next) => {
    if (!answer(request, response)) next();
  };
};

/** While it leaves, the process closes each connection after its answer: whoever kept it open connects anew, elsewhere. */
const closeConnectionsWhen =
  (leaving: AbortSignal): RequestHandler =>
  (_request, response, next) => {
    if (leaving.aborted) response.set("Connection", "close");
    next();
  };

/** Answers hold personal numbers and some secrets, so no cache may store them. */
const notCached: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};
