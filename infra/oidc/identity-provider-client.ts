import ipaddr from "ipaddr.js";
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from "jose";
import * as openid from "openid-client";
import { z } from "zod";
import { CLOCKS_APART_SECONDS } from "../../domain/access/identity-provider.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";

/** The provider did not answer, or answered what is no answer of a provider. */
export class ProviderAwayError extends Error {
  override readonly name = "ProviderAwayError";
}

/** The provider refused, or what it said of the person is not to be believed. */
export class ProviderRefusedError extends Error {
  override readonly name = "ProviderRefusedError";
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface SignInSecrets {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/** What the provider says of a person, in an ID token whose signature, issuer, audience, time and nonce were checked. */
export interface ProvidedPerson {
  subject: string;
  /** The provider's own name of its session; undefined: it names none. */
  session: string | undefined;
  claims: Readonly<Record<string, unknown>>;
  /** Where a browser is led to end the provider's session too (OIDC RP-Initiated Logout 1.0); null: the provider has no such place. */
  logOutUrl: string | null;
}

export interface IdentityProviderClient {
  /** Where the provider says that it is. */
  issuer: string;
  /** Tells whether people can be led there to log out. */
  endsSessions: boolean;
  buildAuthorizationUrl(secrets: SignInSecrets & { redirectUri: string; email: string | undefined }): Promise<URL>;
  /** Exchanges the code that came back in `address`. Throws ProviderAwayError and ProviderRefusedError. */
  finish(address: URL, secrets: SignInSecrets & { loggedOutUri: string }): Promise<ProvidedPerson>;
  /** Reads what the provider sends when a person logs out there (OIDC Back-Channel Logout). Throws the same errors. */
  readLogOut(token: string): Promise<{ subject: string | undefined; session: string | undefined; at: Date }>;
}

const TIMEOUT_SECONDS = 10;
const ANSWER_BYTES = MEGABYTE;
const LOG_OUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A token of a log-out that took longer on its way is not believed. */
const LOG_OUT_AGE_SECONDS = 120;

/**
 * Asks the provider where its parts are, anew for each sign-in: so it may change its keys at any time. Requests go only where those of
 * organizations may. Throws ProviderAwayError.
 */
export const openIdentityProvider = async (
  { issuer, clientId, clientSecret }: ProviderSettings,
  guardedRequests: GuardedRequests,
): Promise<IdentityProviderClient> => {
  const ask = createProviderFetch(guardedRequests);
  const configuration = await wrapFailures(() =>
    openid.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [openid.clockTolerance]: CLOCKS_APART_SECONDS },
      undefined,
      {
        [openid.customFetch]: ask,
        timeout: TIMEOUT_SECONDS,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isOnPrivateHost(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      },
    ),
  );
  const server = configuration.serverMetadata();
  return {
    issuer: server.issuer,
    endsSessions: server.end_session_endpoint !== undefined,
    buildAuthorizationUrl: async ({ state, nonce, verifier, redirectUri, email }) =>
      openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: chooseScopes(server),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(email !== undefined && { login_hint: email }),
      }),
    finish: (address, secrets) => finishSignIn(configuration, address, secrets),
    readLogOut: (token) => readLogOutToken(server, { token, clientId, ask }),
  };
};

const SCOPES = ["openid", "email", "profile"];

/** Dex and Okta name a person's groups to who asks for them alone; others refuse a scope that they do not know. */
const chooseScopes = ({ scopes_supported: supported = [] }: openid.ServerMetadata): string =>
  [...SCOPES, ...(supported.includes(GROUPS_SCOPE) ? [GROUPS_SCOPE] : [])].join(" ");

const GROUPS_SCOPE = "groups";

/** A longer ID token does not fit into an address: the provider then asks the person who logs out. */
const LONGEST_HINT = 6_000;

const buildLogOutUrl = (configuration: openid.Configuration, idToken: string, loggedOutUri: string): string | null => {
  const { end_session_endpoint: endpoint } = configuration.serverMetadata();
  if (endpoint === undefined || !/^https?:/.test(endpoint)) return null;
  return openid.buildEndSessionUrl(configuration, {
    ...(idToken.length <= LONGEST_HINT && { id_token_hint: idToken }),
    post_logout_redirect_uri: loggedOutUri,
  }).href;
};

const finishSignIn = (
  configuration: openid.Configuration,
  address: URL,
  { state, nonce, verifier, loggedOutUri }: SignInSecrets & { loggedOutUri: string },
): Promise<ProvidedPerson> =>
  wrapFailures(async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderRefusedError("there is no ID token");
    const told = configuration.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const session = z.string().max(500).optional().safeParse(claims["sid"]).data;
    const logOutUrl = buildLogOutUrl(configuration, tokens.id_token ?? "", loggedOutUri);
    return { subject: claims.sub, session, claims: { ...told, ...claims }, logOutUrl };
  });

const readLogOutToken = (
  server: { issuer: string; jwks_uri?: string | undefined },
  { token, clientId, ask }: { token: string; clientId: string; ask: ProviderFetch },
) =>
  wrapFailures(async () => {
    if (!server.jwks_uri) throw new ProviderAwayError("the provider names no keys");
    const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
      [joseFetch]: (url, options) =>
        ask(url, { ...options, body: undefined, headers: Object.fromEntries(options.headers) }),
    });
    const { payload } = await jwtVerify(token, keys, {
      issuer: server.issuer,
      audience: clientId,
      clockTolerance: CLOCKS_APART_SECONDS,
      maxTokenAge: LOG_OUT_AGE_SECONDS,
    });
    const read = logOutClaims.safeParse(payload);
    if (!read.success || payload["nonce"] !== undefined) throw new ProviderRefusedError("this is no log-out token");
    const { sub, sid, iat } = read.data;
    if (sub === undefined && sid === undefined) throw new ProviderRefusedError("it names nobody");
    return { subject: sub, session: sid, at: new Date(iat * 1000) };
  });

const logOutClaims = z.object({
  sub: z.string().optional(),
  sid: z.string().optional(),
  iat: z.number(),
  events: z.object({ [LOG_OUT_EVENT]: z.object({}) }),
});

type ProviderFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body: openid.FetchBody },
) => Promise<Response>;

/** Headers that guarded requests set themselves. */
const SET_ELSEWHERE = new Set(["host", "connection", "content-length", "accept-encoding", "transfer-encoding"]);

/** The libraries send forms alone. */
const writeBody = (body: openid.FetchBody): string => {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("A request to an identity provider has a body that is no form");
};

/** Sends the requests of the libraries under the rules for addresses that organizations give. */
const createProviderFetch =
  (guardedRequests: GuardedRequests): ProviderFetch =>
  async (url, { method, headers, body }) => {
    const answer = await guardedRequests.send({
      method,
      url,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !SET_ELSEWHERE.has(name.toLowerCase()))),
      ...(body !== undefined && body !== null && { body: writeBody(body) }),
      timeoutMs: TIMEOUT_SECONDS * 1000,
      maxResponseBytes: ANSWER_BYTES,
    });
    if (answer.truncated) throw new ProviderAwayError("an answer of the provider is too long");
    const names = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(", ")]],
    );
    return new Response(answer.body === "" ? null : answer.body, { status: answer.status, headers: names });
  };

/** Without TLS a provider is reached in a private network alone, and there only if the operator allows that network. */
const isOnPrivateHost = (issuer: string): boolean => {
  const host = new URL(issuer).hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(host)) return host === "localhost" || !host.includes(".");
  return ipaddr.parse(host).range() !== "unicast";
};

const AWAY = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_PARSE_ERROR",
]);

const wrapFailures = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderAwayError || error instanceof ProviderRefusedError) throw error;
    const message = sayReasons(error);
    throw isAway(error)
      ? new ProviderAwayError(message, { cause: error })
      : new ProviderRefusedError(message, { cause: error });
  }
};

/** The library's own message often says no more than that something went wrong. */
const sayReasons = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const because = error.cause instanceof Error ? `: ${sayReasons(error.cause)}` : "";
  return `${error.message}${because}`;
};

/** Looks through the reasons: the library wraps what a request has thrown. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutboundRequestError || error instanceof TypeError) return true;
  if ("code" in error && AWAY.has(String(error.code))) return true;
  return isAway(error.cause);
};
