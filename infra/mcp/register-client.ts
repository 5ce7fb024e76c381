import { z } from "zod";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";
import { SHORT_EXCHANGE } from "../guarded-request/short-exchange.ts";
import type { OAuthClient } from "../postgres/connector/connector-client.repository.ts";
import type { DiscoveredAuthorization } from "./discover-authorization.ts";
import { McpError } from "./mcp-error.ts";

/** The methods that are supported here, the best first. */
const METHODS = ["client_secret_basic", "client_secret_post", "none"];

const registered = z.object({
  client_id: z.string().min(1).max(1024),
  client_secret: z.string().min(1).max(4096).nullish(),
  client_secret_expires_at: z.number().int().nonnegative().nullish(),
  token_endpoint_auth_method: z.enum(["client_secret_basic", "client_secret_post", "none"]).nullish(),
});

export interface RegisteredClient extends OAuthClient {
  clientAuthentication: "body" | "basic";
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

/** Registers a client at an authorization server (RFC 7591). Throws `McpError`, a sentence for people. */
export const registerClient = async (
  guardedRequests: GuardedRequests,
  { registrationUrl, authenticationMethods }: DiscoveredAuthorization & { registrationUrl: string },
  redirectUri: string,
): Promise<RegisteredClient> => {
  const { host } = new URL(registrationUrl);
  const method = METHODS.find((each) => authenticationMethods.includes(each));
  if (!method)
    throw new McpError(
      `The authorization server ${host} authenticates clients only in ways that are not supported here`,
    );
  const asked = guardedRequests.send({
    method: "POST",
    url: registrationUrl,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Ringdown",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: method,
    }),
    ...SHORT_EXCHANGE,
  });
  const response = await asked.catch((cause: unknown) => {
    if (!(cause instanceof OutboundRequestError)) throw cause;
    throw new McpError(`The authorization server ${host} does not answer: ${cause.message}`, { cause });
  });
  const client = response.status >= 200 && response.status < 300 ? readClient(response.body) : null;
  if (!client)
    throw new McpError(`The authorization server ${host} refused to register a client (status ${response.status})`);
  return clientOf(client, method);
};

const readClient = (body: string): z.output<typeof registered> | null => {
  try {
    return registered.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
};

/** The server may have chosen another method than the requested one. */
const clientOf = (client: z.output<typeof registered>, asked: string): RegisteredClient => {
  const method = client.token_endpoint_auth_method ?? asked;
  const { client_secret_expires_at: expires } = client;
  return {
    clientId: client.client_id,
    clientSecret: method === "none" ? null : (client.client_secret ?? null),
    clientAuthentication: method === "client_secret_basic" ? "basic" : "body",
    expiresAt: expires ? new Date(expires * 1000) : null,
  };
};
