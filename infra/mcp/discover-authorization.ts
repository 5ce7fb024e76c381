import { z } from "zod";
import { isWithinResource } from "../../domain/tool/mcp-resource.ts";
import type { GuardedRequests, GuardedResponse } from "../guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";
import { SHORT_EXCHANGE } from "../guarded-request/short-exchange.ts";
import type { McpAuthorization } from "../postgres/connector/mcp-server.repository.ts";
import { McpError } from "./mcp-error.ts";
import { INITIALIZE } from "./mcp-session.ts";

const MOST_SCOPES = 50;
/** RFC 8414: the default where the metadata names none. */
const USUAL_AUTHENTICATION = ["client_secret_basic"];

const scopes = z
  .array(
    z
      .string()
      .regex(/^[^\s,]+$/)
      .max(255),
  )
  .max(MOST_SCOPES);
const address = z
  .string()
  .max(2048)
  .regex(/^https?:\/\//);
/** The metadata of RFC 9728. */
const resourceMetadata = z.object({
  resource: address,
  authorization_servers: z.array(address).min(1),
  scopes_supported: scopes.nullish(),
});
/** The metadata of RFC 8414. */
const serverMetadata = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  revocation_endpoint: address.nullish(),
  registration_endpoint: address.nullish(),
  scopes_supported: z.array(z.string()).nullish(),
  code_challenge_methods_supported: z.array(z.string()).nullish(),
  token_endpoint_auth_methods_supported: z.array(z.string()).nullish(),
});

export interface DiscoveredAuthorization extends McpAuthorization {
  /** RFC 7591; null: people register clients by hand. */
  registrationUrl: string | null;
  authenticationMethods: readonly string[];
}

/**
 * Finds the authorization server of an MCP server by the protocol: its refusal names its metadata (RFC 9728), which
 * names an authorization server, which describes itself (RFC 8414). Throws `McpError`, a sentence for people.
 */
export const discoverAuthorization = async (
  guardedRequests: GuardedRequests,
  url: string,
): Promise<DiscoveredAuthorization> => {
  const challenge = await readChallenge(guardedRequests, url);
  const resource = await readResource(guardedRequests, { url, named: challenge.metadataUrl });
  const [issuer = ""] = resource.authorization_servers;
  const server = await readServer(guardedRequests, issuer);
  const methods = server.token_endpoint_auth_methods_supported ?? USUAL_AUTHENTICATION;
  const wanted = challenge.scopes ?? resource.scopes_supported ?? [];
  const isRefreshedByScope = server.scopes_supported?.includes("offline_access") && !wanted.includes("offline_access");
  return {
    resource: resource.resource,
    issuer: server.issuer,
    authorizationUrl: server.authorization_endpoint,
    tokenUrl: server.token_endpoint,
    revocationUrl: server.revocation_endpoint ?? null,
    registrationUrl: server.registration_endpoint ?? null,
    scopes: isRefreshedByScope ? [...wanted, "offline_access"] : wanted,
    clientAuthentication: methods.includes("client_secret_basic") ? "basic" : "body",
    authenticationMethods: methods,
  };
};

const readChallenge = async (guardedRequests: GuardedRequests, url: string) => {
  const response = await ask(guardedRequests, url, { method: "POST", body: INITIALIZE });
  if (response.status !== 401) {
    throw new McpError(`The MCP server asks nobody to sign in: it answered with status ${response.status}`);
  }
  const said = String(response.headers["www-authenticate"] ?? "");
  const scope = /\bscope="([^"]*)"/i.exec(said)?.[1];
  const named = scopes.safeParse(scope?.split(" ").filter(Boolean));
  return {
    metadataUrl: /\bresource_metadata="([^"]+)"/i.exec(said)?.[1] ?? null,
    scopes: named.success && named.data.length > 0 ? named.data : null,
  };
};

/** A server that claims a resource at another address is not believed: tokens would be sent to the wrong server. */
const readResource = async (
  guardedRequests: GuardedRequests,
  { url, named }: { url: string; named: string | null },
): Promise<z.output<typeof resourceMetadata>> => {
  const found = await firstOf(guardedRequests, named === null ? wellKnown(url, "oauth-protected-resource") : [named], {
    schema: resourceMetadata,
    isWanted: ({ resource }) => isWithinResource(url, resource),
  });
  if (found) return found;
  throw new McpError(
    "The MCP server does not say who lets people in: it has no protected resource metadata for this address (RFC 9728)",
  );
};

const readServer = async (
  guardedRequests: GuardedRequests,
  issuer: string,
): Promise<z.output<typeof serverMetadata>> => {
  const { host } = new URL(issuer);
  const { origin, pathname } = new URL(issuer);
  const below = pathname === "/" ? "" : pathname.replace(/\/$/, "");
  const places = [
    ...wellKnown(issuer, "oauth-authorization-server").slice(0, 1),
    ...wellKnown(issuer, "openid-configuration").slice(0, 1),
    ...(below === "" ? [] : [`${origin}${below}/.well-known/openid-configuration`]),
  ];
  const server = await firstOf(guardedRequests, places, {
    schema: serverMetadata,
    isWanted: (metadata) => withoutSlash(metadata.issuer) === withoutSlash(issuer),
  });
  if (!server) throw new McpError(`The authorization server ${host} does not describe itself (RFC 8414)`);
  for (const each of [server.token_endpoint, server.revocation_endpoint, server.registration_endpoint]) {
    const fault = each ? guardedRequests.urlFault(each) : null;
    if (fault !== null)
      throw new McpError(`The authorization server ${host} names an address that is not asked: ${fault}`);
  }
  if (server.code_challenge_methods_supported?.includes("S256")) return server;
  throw new McpError(`The authorization server ${host} does not say that it checks PKCE by S256, which MCP asks for`);
};

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** Returns the addresses of a well-known file: inserted between host and path, then without the path. */
const wellKnown = (url: string, name: string): string[] => {
  const { origin, pathname } = new URL(url);
  const root = `${origin}/.well-known/${name}`;
  return pathname === "/" ? [root] : [`${root}${pathname.replace(/\/$/, "")}`, root];
};

const firstOf = async <S extends z.ZodType>(
  guardedRequests: GuardedRequests,
  places: readonly string[],
  { schema, isWanted }: { schema: S; isWanted: (metadata: z.output<S>) => boolean },
): Promise<z.output<S> | undefined> => {
  for (const place of places) {
    const { status, body } = await ask(guardedRequests, place, { method: "GET" });
    const parsed = status === 200 ? schema.safeParse(jsonOf(body)) : null;
    if (parsed?.success && isWanted(parsed.data)) return parsed.data;
  }
  return undefined;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const ask = async (
  guardedRequests: GuardedRequests,
  url: string,
  { method, body }: { method: "GET" | "POST"; body?: object },
): Promise<GuardedResponse> => {
  const fault = guardedRequests.urlFault(url);
  if (fault !== null) throw new McpError(`The MCP server names an address that is not asked: ${fault}`);
  const accept = method === "POST" ? "application/json, text/event-stream" : "application/json";
  try {
    return await guardedRequests.send({
      method,
      url,
      headers: { accept, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      ...SHORT_EXCHANGE,
    });
  } catch (cause) {
    if (!(cause instanceof OutboundRequestError)) throw cause;
    throw new McpError(`${new URL(url).host} does not answer: ${cause.message}`, { cause });
  }
};
