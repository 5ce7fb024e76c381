import type { Server } from "node:http";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { OAuthMetadataSchema } from "@modelcontextprotocol/sdk/shared/auth.js";
import express from "express";
import { type OAuthServer, startOAuthServer } from "./oauth-server.ts";

/** An MCP server by the official SDK that lets nobody in without a token for it, and the authorization server of it. */
export interface McpProtectedServer {
  url: string;
  oauth: OAuthServer;
  /** The tokens with which its tool was called, one for each call. */
  booked: string[];
  /** Refuses everybody from now on. */
  refusesEverybody: boolean;
  close(): Promise<void>;
}

const SCOPE = "book";

/** `host`: the name that it is known by, where literal addresses are refused. */
export const startMcpProtectedServer = async (
  redirectUri: string,
  host: "127.0.0.1" | "localhost" = "127.0.0.1",
): Promise<McpProtectedServer> => {
  const app = express();
  const http = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, "127.0.0.1", () => resolve(listening));
  });
  const address = http.address();
  const url = new URL(`http://${host}:${typeof address === "object" ? address?.port : 0}/mcp`);
  const oauth = await startOAuthServer(redirectUri, { protects: { url: url.href, scope: SCOPE }, host });
  const server: McpProtectedServer = {
    url: url.href,
    oauth,
    booked: [],
    refusesEverybody: false,
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
      await oauth.close();
    },
  };
  const described = await fetch(`${oauth.url}/.well-known/oauth-authorization-server`);
  const metadata = OAuthMetadataSchema.parse(await described.json());
  app.use(mcpAuthMetadataRouter({ oauthMetadata: metadata, resourceServerUrl: url, scopesSupported: [SCOPE] }));
  const onlySignedIn = requireBearerAuth({
    verifier: { verifyAccessToken: (token) => readToken(server, token) },
    requiredScopes: [SCOPE],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    expectedResource: url,
  });
  app.post("/mcp", onlySignedIn, express.json(), async (request, response) => {
    // Without sessions, each request is served by itself.
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    const mcp = createBookings(server, String(request.headers.authorization).replace("Bearer ", ""));
    response.on("close", () => void transport.close().then(() => mcp.close()));
    await mcp.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  return server;
};

const readToken = async ({ oauth, refusesEverybody }: McpProtectedServer, token: string) => {
  const known = refusesEverybody ? null : await oauth.readToken(token);
  if (!known) throw new InvalidTokenError("Nobody knows this token");
  const { clientId, expiresAt, resource } = known;
  return { token, clientId, expiresAt, scopes: [SCOPE], resource: new URL(resource) };
};

const createBookings = ({ booked }: McpProtectedServer, token: string): McpServer => {
  const mcp = new McpServer({ name: "bookings", version: "1.0.0" });
  mcp.registerTool("book", { description: "Books a table" }, () => {
    booked.push(token);
    return { content: [{ type: "text", text: `booked with ${token}` }] };
  });
  return mcp;
};
