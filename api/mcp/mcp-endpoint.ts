import { Readable } from "node:stream";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type ErrorRequestHandler, type Response as ExpressResponse, type RequestHandler, Router } from "express";
import { z } from "zod";
import { MCP_PATH } from "../../domain/access/client-sign-in.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { admitCaller, findActor } from "../http/admit-request.ts";
import { readFollowedRequest } from "../http/follow-request.ts";
import { forbidden, HttpError, unauthorized } from "../http/http-error.ts";
import type { InProcessCall } from "../http/in-process-requests.ts";
import { createCloseSignal } from "../http/load/delayed-refusals.ts";
import type { RequestGuards } from "../http/load/request-guards.ts";
import type { AnyOperation } from "../http/operation.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { chooseBodyReaders } from "../http/read-request-body.ts";
import { createSessionId, readMcpClient, SESSION_HEADER } from "./mcp-client.ts";
import { createMcpServer } from "./mcp-server.ts";
import { createOperationCalls } from "./operation-calls.ts";
import { recordCall } from "./record-act.ts";
import { createToolCall } from "./tool-call.ts";

const METADATA_PATH = "/.well-known/oauth-protected-resource";

interface McpParts {
  dependencies: ApiDependencies;
  guards: RequestGuards;
  operations: readonly AnyOperation[];
  /** Asks the application that this endpoint is part of. */
  call: InProcessCall;
  /** Where people let clients in; null: nowhere, and clients have keys. */
  authorizationServer: string | null;
}

/** The MCP server over streamable HTTP. Each request is answered alone: there is no session, and no stream to listen to. */
export const serveMcp = (parts: McpParts): RequestHandler => {
  const { dependencies, guards } = parts;
  const router = Router();
  router.get([METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`], (_request, response) => {
    response.json(describeResource(parts));
  });
  const readers = chooseBodyReaders({ body: z.unknown(), permission: "viewer" });
  router.use(MCP_PATH, refuseForeignPages(dependencies), readBearerKey);
  router.post(MCP_PATH, admitCaller(guards), ...readers, answerMessage(parts));
  router.all(MCP_PATH, () => {
    throw new HttpError(
      405,
      "method_not_allowed",
      "MCP clients send their messages with POST; there is no stream to open",
      {
        headers: { Allow: "POST" },
      },
    );
  });
  router.use(MCP_PATH, nameMetadata(dependencies));
  return router;
};

const answerMessage = (parts: McpParts): RequestHandler => {
  const { dependencies, operations, call } = parts;
  return async (request, response) => {
    const found = findActor(request);
    if (!found) throw unauthorized("This needs credentials");
    const isConfined = !dependencies.config.MCP_LIVE && found.environment === "production";
    const actor = isConfined ? { ...found, environment: "sandbox" as const } : found;
    const client = readMcpClient(request);
    const requestId = readFollowedRequest(response).id;
    const closed = createCloseSignal(response);
    const handler = createMcpHandler(
      () =>
        createMcpServer((tool, given, signal) => {
          const ends = AbortSignal.any([signal, closed]);
          const calls = createOperationCalls({ operations, call, request, isConfined, requestId, signal: ends });
          const acting = { dependencies, actor, client, tool };
          const toolCall = createToolCall({ ...acting, operations, calls, arguments: given, signal: ends });
          return {
            call: toolCall,
            // What was done stays done: a client that were told of a failure would do it again.
            finish: (outcome) =>
              recordCall(acting, { request, outcome, hasActed: toolCall.hasActed() }).catch((err: unknown) =>
                dependencies.logger.warn({ err, tool }, "a call over MCP is neither in the audit nor on the timeline"),
              ),
          };
        }),
      { maxSubscriptions: 0, onerror: (err) => dependencies.logger.debug({ err }, "an MCP message was refused") },
    );
    const url = `${readPublicBaseUrl(dependencies.config)}${MCP_PATH}`;
    const asked = new Request(url, { method: "POST", headers: headersOf(request.headers), signal: closed });
    const answer = await handler.fetch(asked, { parsedBody: request.body });
    const sessionId = createSessionId(request);
    if (sessionId !== null && answer.ok) response.set(SESSION_HEADER, sessionId);
    send(response, answer);
  };
};

const headersOf = (headers: Record<string, string | string[] | undefined>): Headers => {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") copied.set(name, value);
  // The body was read already.
  copied.delete("content-length");
  return copied;
};

const send = (response: ExpressResponse, answer: Response): void => {
  response.status(answer.status).set("Cache-Control", "no-store");
  answer.headers.forEach((value, name) => response.setHeader(name, value));
  if (answer.body === null) return void response.end();
  Readable.from(answer.body)
    .on("error", () => response.destroy())
    .pipe(response);
};

/**
 * A page that a browser shows must not reach this server by a name that it has made point here. A page has an Origin, and no program
 * does; only pages of our own and of the configured origins may call.
 */
const refuseForeignPages = ({ config }: ApiDependencies): RequestHandler => {
  const allowed = new Set([new URL(readPublicBaseUrl(config)).origin, ...(config.CORS_ORIGINS ?? [])]);
  return (request, _response, next) => {
    const origin = request.get("origin");
    if (origin !== undefined && !allowed.has(origin))
      throw forbidden(
        "origin_refused",
        `Pages of ${origin.slice(0, 200)} may not call MCP: an operator allows them in CORS_ORIGINS`,
      );
    next();
  };
};

/** MCP clients often know one header alone, so a key may come as the bearer's token. */
const readBearerKey: RequestHandler = (request, _response, next) => {
  const key = /^Bearer (va[po]_(?:live|test)_\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
  if (key !== undefined && request.get("x-api-key") === undefined) request.headers["x-api-key"] = key;
  // A browser's cookie is no credential here.
  delete request.headers.cookie;
  next();
};

/** A client without credentials learns where this server describes them. */
const nameMetadata = ({ config }: ApiDependencies): ErrorRequestHandler => {
  const challenge = `Bearer resource_metadata="${readPublicBaseUrl(config)}${METADATA_PATH}${MCP_PATH}"`;
  return (error: unknown, _request, _response, next) => {
    if (error instanceof HttpError && error.status === 401) error.headers["WWW-Authenticate"] = challenge;
    next(error);
  };
};

/** RFC 9728. Without a console no authorization server is named: there people let programs in. */
const describeResource = ({ dependencies: { config }, authorizationServer }: McpParts) => ({
  resource: `${readPublicBaseUrl(config)}${MCP_PATH}`,
  ...(authorizationServer !== null && { authorization_servers: [authorizationServer] }),
  resource_name: "Ringdown",
  bearer_methods_supported: ["header"],
  resource_documentation: `${readPublicBaseUrl(config)}/docs`,
});
