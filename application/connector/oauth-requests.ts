import { createHash } from "node:crypto";
import { z } from "zod";
import { readVariable } from "../../domain/agent/agent-definition.ts";
import type { Connector, SignInTarget } from "../../domain/connector/connector.ts";
import { cutText, toStorable } from "../../domain/json/storable.ts";
import type { GuardedRequests, GuardedResponse } from "../../infra/guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../../infra/guarded-request/outbound-request-error.ts";
import { SHORT_EXCHANGE } from "../../infra/guarded-request/short-exchange.ts";
import type { NewTokens } from "../../infra/postgres/connector/connector-account.repository.ts";
import type { OAuthClient } from "../../infra/postgres/connector/connector-client.repository.ts";

const LONGEST_LABEL = 255;

export class SignInRefusedError extends Error {
  override readonly name = "SignInRefusedError";
  /** True when a person must sign in again. */
  readonly isSignedOut: boolean;

  /** `sentence`: for people, without secrets. */
  constructor(sentence: string, { isSignedOut, cause }: { isSignedOut: boolean; cause?: unknown }) {
    super(sentence, { cause });
    this.isSignedOut = isSignedOut;
  }
}

interface App {
  app: SignInTarget;
  client: OAuthClient;
  guardedRequests: GuardedRequests;
}

/** Returns the page where a person grants access; the code challenge is computed from `verifier`. */
export const buildAuthorizationUrl = (
  { app, client }: Pick<App, "app" | "client">,
  { state, verifier, redirectUri }: { state: string; verifier: string; redirectUri: string },
): string => {
  const url = new URL(app.authorization_url);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const parameters = {
    ...app.authorization_parameters,
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri,
    ...(app.scopes.length > 0 && { scope: app.scopes.join(app.scope_separator) }),
    state,
    ...resourceOf(app),
    ...(app.pkce && { code_challenge: challenge, code_challenge_method: "S256" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** RFC 8707: the token is for this resource alone, and its server accepts no other. */
const resourceOf = ({ resource }: SignInTarget): Record<string, string> => (resource === undefined ? {} : { resource });

/** Exchanges an authorization code for tokens. Throws `SignInRefusedError`. */
export const exchangeCode = async (
  app: App,
  { code, verifier, redirectUri, now }: { code: string; verifier: string; redirectUri: string; now: Date },
): Promise<NewTokens & { scopes: string[] }> => {
  const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
  const proof = { ...resourceOf(app.app), ...(app.app.pkce && { code_verifier: verifier }) };
  const answer = await askForTokens(app, { ...grant, ...proof });
  return {
    ...tokensOf(answer, { now, refreshToken: null }),
    scopes: answer.scope?.split(/[\s,]+/).filter(Boolean) ?? app.app.scopes,
  };
};

/** Refreshes the tokens; the old refresh token is kept where the app returns none. Throws `SignInRefusedError`. */
export const refreshTokens = async (
  app: App,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Promise<NewTokens> => {
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answer = await askForTokens(app, { ...grant, ...resourceOf(app.app) });
  return tokensOf(answer, { now, refreshToken });
};

/** Revokes a token at the app. Errors are ignored: the tokens are deleted here in any case. */
export const revokeToken = async (app: App, token: string): Promise<void> => {
  if (app.app.revocation_url === null) return;
  await send(app, { url: app.app.revocation_url, fields: { token } }).catch(() => undefined);
};

/** Returns the label by which people know the account that signed in. Throws `SignInRefusedError`. */
export const readAccountLabel = async (
  { app, guardedRequests }: { app: Pick<Connector, "name" | "account">; guardedRequests: GuardedRequests },
  accessToken: string,
): Promise<string> => {
  const { method, url, headers, label } = app.account;
  const asked = guardedRequests.send({
    method,
    url,
    headers: { accept: "application/json", ...headers, authorization: `Bearer ${accessToken}` },
    ...SHORT_EXCHANGE,
  });
  const response = await asked.catch((cause: unknown) => throwUnreachable(app, cause));
  const text = readVariable(fieldsOf(response), label);
  if (response.status !== 200 || (typeof text !== "string" && typeof text !== "number") || text === "") {
    throw new SignInRefusedError(`${app.name} did not say whose account this is (status ${response.status})`, {
      isSignedOut: false,
    });
  }
  return cutText(String(text), LONGEST_LABEL);
};

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().min(1).max(16_384).nullish(),
  expires_in: z.coerce.number().positive().nullish(),
  scope: z.string().nullish(),
});
type TokenAnswer = z.output<typeof tokenAnswer>;

const tokensOf = (
  answer: TokenAnswer,
  { now, refreshToken }: { now: Date; refreshToken: string | null },
): NewTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? refreshToken,
  expiresAt: answer.expires_in ? new Date(now.getTime() + answer.expires_in * 1000) : null,
});

const askForTokens = async (app: App, fields: Record<string, string>): Promise<TokenAnswer> => {
  const response = await send(app, { url: app.app.token_url, fields }).catch((cause: unknown) =>
    throwUnreachable(app.app, cause),
  );
  const parsed = tokenAnswer.safeParse(fieldsOf(response));
  if (response.status >= 200 && response.status < 300 && parsed.success) return parsed.data;
  throw new SignInRefusedError(`${app.app.name} gave no token: ${reasonOf(response)}`, {
    isSignedOut: response.status < 500 && isSignedOutAnswer(app.app, response),
  });
};

/** Tells whether an answer holds the app's words for an account that has to sign in again. */
export const isSignedOutAnswer = (app: Pick<SignInTarget, "signed_out_words">, response: GuardedResponse): boolean => {
  const said = new Set(Object.values(fieldsOf(response)));
  return app.signed_out_words.some((word) => said.has(word));
};

const LONGEST_REASON = 100;

/** Returns only error codes: the rest of an answer may hold anything. */
const reasonOf = (response: GuardedResponse): string => {
  const { error, status } = fieldsOf(response);
  const word = [error, status].find((each): each is string => typeof each === "string" && /^[\w .-]+$/.test(each));
  return word?.slice(0, LONGEST_REASON) ?? `status ${response.status}`;
};

const send = (
  { app, client, guardedRequests }: App,
  { url, fields }: { url: string; fields: Record<string, string> },
): Promise<GuardedResponse> => {
  const isBasic = app.client_authentication === "basic" && client.clientSecret !== null;
  const body = new URLSearchParams({
    ...fields,
    ...(!isBasic && { client_id: client.clientId }),
    ...(!isBasic && client.clientSecret !== null && { client_secret: client.clientSecret }),
  });
  return guardedRequests.send({
    method: "POST",
    url,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(isBasic && { authorization: `Basic ${basicOf(client)}` }),
    },
    body: body.toString(),
    ...SHORT_EXCHANGE,
  });
};

/** RFC 6749, 2.3.1: both parts are first encoded as in a form. */
const basicOf = ({ clientId, clientSecret }: OAuthClient): string => {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return Buffer.from(`${encode(clientId)}:${encode(clientSecret ?? "")}`).toString("base64");
};

const fieldsOf = ({ body }: GuardedResponse): Record<string, unknown> => {
  try {
    const value = toStorable(JSON.parse(body));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

const throwUnreachable = (app: Pick<SignInTarget, "name">, cause: unknown): never => {
  if (!(cause instanceof OutboundRequestError)) throw cause;
  throw new SignInRefusedError(`${app.name} does not answer: ${cause.message}`, { isSignedOut: false, cause });
};
