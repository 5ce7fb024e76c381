import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";

/** What the provider tells of a person who signs in. */
export interface ProvidedAccount {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A real OpenID provider, which asks for PKCE. */
export interface TestIdentityProvider {
  issuer: string;
  /** Who signs in from now on. */
  account: ProvidedAccount;
  /** Signs with other keys from now on, and forgets what was under way. */
  rotateKeys(): void;
  close(): Promise<void>;
}

export const IDENTITY_CLIENT = { client_id: "ringdown-sign-in", client_secret: "the-secret-of-the-sign-in-0123456789" };

interface Registered {
  redirectUri: string;
  logOutUri: string;
  /** Where people may return after a log-out. */
  loggedOutUri?: string;
  /** True for pages with a button, as people see them; else it signs in by itself. */
  hasPages?: boolean;
}

export const startIdentityProvider = async (registered: Registered): Promise<TestIdentityProvider> => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const server: TestIdentityProvider = {
    issuer,
    account: { sub: "ada", email: "ada@example.com", email_verified: true },
    rotateKeys: () => {
      provider = createProvider(issuer, server, registered);
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
  let provider = createProvider(issuer, server, registered);
  http.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, response);
    if (registered.hasPages && request.method === "GET") return void response.end(page(request.url));
    return interact(provider, { request, response, server });
  });
  return server;
};

const page = (address: string): string =>
  `<!doctype html><html lang="en"><title>Example Directory</title><main><h1>Example Directory</h1>
<form method="post" action="${address}"><button>Continue</button></form></main></html>`;

const createProvider = (
  issuer: string,
  server: TestIdentityProvider,
  { redirectUri, logOutUri, loggedOutUri }: Registered,
): Provider => {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        ...IDENTITY_CLIENT,
        redirect_uris: [redirectUri],
        ...(loggedOutUri !== undefined && { post_logout_redirect_uris: [loggedOutUri] }),
        grant_types: ["authorization_code"],
        response_types: ["code"],
        backchannel_logout_uri: logOutUri,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...server.account, sub: id }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 300, IdToken: 300, AuthorizationCode: 60, Grant: 300, Session: 300, Interaction: 300 },
    cookies: { keys: ["a key of cookies in tests"] },
    // It would refuse this machine's own addresses.
    fetch: (url, options = {}) => fetch(url, { ...options, dispatcher: undefined }),
    jwks: { keys: [{ ...key, use: "sig", alg: "RS256" }] },
  });
  return provider;
};

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  server: TestIdentityProvider;
}

/** Does what a person would click. */
const interact = async (provider: Provider, { request, response, server }: Asked): Promise<void> => {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const result = { login: { accountId: server.account.sub } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  const result = { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
};
