import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { errors, Provider } from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";

/** A real OAuth 2 server: it asks for PKCE, rotates refresh tokens, and ends a grant whose former token comes again. */
export interface OAuthServer {
  url: string;
  /** The person who signs in from now on, and whether they consent. */
  account: string;
  consents: boolean;
  /** Grants that were given, by their type, and those that were refused. */
  given: string[];
  refused: string[];
  /** Grants that ended, because a token of theirs was thrown away or came twice. */
  revoked: number;
  /** A person opens the address and says yes, or no; returns where the browser is sent in the end. */
  signIn(authorizationUrl: string): Promise<URL>;
  /** Returns a token's resource, client and expiry; null: it is not valid, or no longer. */
  readToken(token: string): Promise<{ resource: string; clientId: string; expiresAt: number } | null>;
  /** Clients that have registered themselves. */
  registered: number;
  /** The person takes the consent back, at the app. */
  withdrawConsent(): Promise<void>;
  close(): Promise<void>;
}

export const OAUTH_CLIENT = { client_id: "ringdown-test", client_secret: "the-secret-of-the-client-0123456789" };

export const startOAuthServer = async (
  redirectUri: string,
  {
    accessTokenSeconds = 3600,
    protects,
    host = "127.0.0.1",
  }: { accessTokenSeconds?: number; protects?: ProtectedResource; host?: "127.0.0.1" | "localhost" } = {},
): Promise<OAuthServer> => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const url = `http://${host}:${typeof address === "object" ? address?.port : 0}`;
  const provider = createProvider(url, { redirectUri, accessTokenSeconds, protects });
  const grants: string[] = [];
  const server: OAuthServer = {
    url,
    account: "ada@example.com",
    consents: true,
    given: [],
    refused: [],
    revoked: 0,
    registered: 0,
    readToken: async (value) => {
      const token = await provider.AccessToken.find(value);
      if (!token?.isValid || typeof token.aud !== "string") return null;
      return { resource: token.aud, clientId: token.clientId ?? "", expiresAt: token.exp ?? 0 };
    },
    signIn: (authorizationUrl) => followRedirects(new URL(authorizationUrl), url),
    withdrawConsent: async () => {
      const grantId = grants.at(-1) ?? "";
      await provider.RefreshToken.revokeByGrantId(grantId);
      await provider.AccessToken.revokeByGrantId(grantId);
      await (await provider.Grant.find(grantId))?.destroy();
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
  provider.on("grant.success", (context) => server.given.push(String(context.oidc.params?.["grant_type"])));
  provider.on("grant.error", (_context, error) => server.refused.push(error.message));
  provider.on("registration_create.success", () => void (server.registered += 1));
  provider.on("grant.revoked", () => void (server.revoked += 1));
  const answerProvider = provider.callback();
  http.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answerProvider(request, response);
    return interact(provider, { request, response, server, grants, protects });
  });
  return server;
};

/** The resource of its tokens (RFC 8707), for clients that register themselves (RFC 7591). */
interface ProtectedResource {
  url: string;
  scope: string;
}

interface Settings {
  redirectUri: string;
  accessTokenSeconds: number;
  protects: ProtectedResource | undefined;
}

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

const createProvider = (url: string, { redirectUri, accessTokenSeconds, protects }: Settings): Provider =>
  new Provider(url, {
    // The same that it takes by itself, with a warning that is meant for others.
    adapter: createMemoryAdapter(),
    clients: [
      {
        ...OAUTH_CLIENT,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email"] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: protects !== undefined },
      resourceIndicators: {
        enabled: protects !== undefined,
        getResourceServerInfo: (_context, indicator) => {
          if (!protects || indicator !== protects.url) throw new errors.InvalidTarget();
          const { url: audience, scope } = protects;
          return { audience, scope, accessTokenFormat: "opaque", accessTokenTTL: accessTokenSeconds };
        },
      },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, email: id }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      IdToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      RefreshToken: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    cookies: { keys: ["a key of cookies in tests"] },
    jwks: { keys: [{ ...key, use: "sig", alg: "RS256" }] },
  });

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  server: OAuthServer;
  grants: string[];
  protects: ProtectedResource | undefined;
}

/** Does what a person would click. */
const interact = async (provider: Provider, { request, response, server, grants, protects }: Asked): Promise<void> => {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (!server.consents) {
    const result = { error: "access_denied", error_description: "The person said no" };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  if (prompt.name === "login") {
    const result = { login: { accountId: server.account } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  if (protects) grant.addResourceScope(protects.url, protects.scope);
  const grantId = await grant.save();
  grants.push(grantId);
  const result = { consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
};

const MOST_REDIRECTS = 10;

/** Follows redirects like a browser, with the server's cookies, until it is sent elsewhere. */
const followRedirects = async (from: URL, server: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let at = from;
  for (let redirects = 0; redirects < MOST_REDIRECTS && at.origin === server; redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [name = "", value = ""] = each.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${at.pathname} answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
    at = new URL(location, at);
  }
  return at;
};
