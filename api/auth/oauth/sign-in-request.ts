import { z } from "zod";
import type { Scope } from "../../../domain/access/api-key-scope.ts";
import { SCOPES } from "../../../domain/access/api-key-scope.ts";
import { hasRedirectUri, SIGN_IN_MS, type SigningClient } from "../../../domain/access/client-sign-in.ts";
import { badRequest } from "../../http/http-error.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { OAuthError, readOAuthAddresses, requireResource } from "./authorization-server.ts";
import { findClient, isDocumentId, readRegisteredClient } from "./signing-clients.ts";

/** What a client asks a person for, as it began (RFC 6749, 4.1.1; RFC 7636; RFC 8707). */
const asked = z.object({
  clientId: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
  state: z.string().optional(),
  scopes: z.array(z.enum(SCOPES)),
});
export type SignInRequest = z.output<typeof asked>;

const text = (most: number) => z.string().max(most).optional();
const parameters = z.object({
  client_id: z.string().min(1).max(5_000),
  redirect_uri: text(1_500),
  response_type: text(100),
  code_challenge: text(200),
  code_challenge_method: text(20),
  state: text(2_000),
  scope: text(5_000),
  resource: text(2_000),
});

const PURPOSE = "oauth-request";
/** SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

type Reading = Pick<ApiDependencies, "tokens" | "clock" | "config">;

/** Where the browser goes with a refusal, once it is certain whose address that is. */
export class RedirectedError extends Error {
  override readonly name = "RedirectedError";
  readonly location: string;
  constructor(location: string) {
    super("the client is told why it is not let in");
    this.location = location;
  }
}

/**
 * Reads what a client asks for and signs it, so that the console carries it unchanged. Throws `OAuthError` where nobody can say who asks,
 * which the person at the browser is told, and `RedirectedError` for everything else.
 */
export const signRequest = (dependencies: Reading, query: unknown): string => {
  const { tokens, clock } = dependencies;
  const given = parameters.safeParse(query);
  if (!given.success)
    throw new OAuthError("invalid_request", "The link is incomplete, twice as long as any, or names something twice");
  const request = readRequest(dependencies, given.data);
  return tokens.sign(JSON.stringify(request), {
    purpose: PURPOSE,
    expiresAt: new Date(clock.now().getTime() + SIGN_IN_MS),
  });
};

const readRequest = (dependencies: Reading, given: z.output<typeof parameters>): SignInRequest => {
  const { client_id: clientId, state } = given;
  // Who describes itself at an address is asked there once a person has logged in: nobody else makes this server ask.
  const client = isDocumentId(clientId) ? null : readRegisteredClient(dependencies, clientId);
  const redirectUri = given.redirect_uri ?? (client?.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (redirectUri === undefined) throw new OAuthError("invalid_request", "The link names no redirect_uri");
  if (client) requireRedirect(client, redirectUri);
  const refuse = (error: string, description: string): never => {
    if (!client) throw new OAuthError(error, description);
    throw new RedirectedError(
      buildRedirect(dependencies, { redirectUri, state }, { error, error_description: description }),
    );
  };
  if (given.response_type !== "code") refuse("unsupported_response_type", "Ask with response_type=code");
  if (given.code_challenge_method !== "S256" || !CHALLENGE.test(given.code_challenge ?? ""))
    refuse("invalid_request", "PKCE is needed: code_challenge with code_challenge_method=S256");
  try {
    requireResource(dependencies.config, given.resource);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    refuse(error.code, error.message);
  }
  return {
    clientId,
    redirectUri,
    codeChallenge: given.code_challenge ?? "",
    ...(state !== undefined && { state }),
    scopes: readScopes(given.scope),
  };
};

/** Words that are no scopes of ours, such as `offline_access`, ask for nothing here. */
const readScopes = (scope = ""): Scope[] => {
  const words = new Set(scope.split(" "));
  return SCOPES.filter((each) => words.has(each));
};

const requireRedirect = (client: SigningClient, redirectUri: string): void => {
  if (hasRedirectUri(client, redirectUri)) return;
  throw new OAuthError(
    "invalid_request",
    `${client.name} has not named ${redirectUri.slice(0, 200)} as its own address, so nothing is sent there`,
  );
};

/** Reads a signed request with the client that asks; throws 400 where a person has to begin anew at the client. */
export const readSignedRequest = async (
  dependencies: Reading & Pick<ApiDependencies, "guardedRequests">,
  signed: string,
): Promise<{ request: SignInRequest; client: SigningClient }> => {
  const claims = dependencies.tokens.read(signed, { purpose: PURPOSE, now: dependencies.clock.now() });
  if (claims === null)
    throw badRequest(
      "client_request_over",
      "This request to sign in is none of ours, or is older than half an hour: begin again in the program",
    );
  const request = asked.parse(JSON.parse(claims));
  try {
    const client = await findClient(dependencies, request.clientId);
    requireRedirect(client, request.redirectUri);
    return { request, client };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw badRequest("client_unknown", error.message);
  }
};

/** Returns where the browser goes next: the client's own address, and who answers there (RFC 9207). */
export const buildRedirect = (
  { config }: Pick<ApiDependencies, "config">,
  { redirectUri, state }: Pick<SignInRequest, "redirectUri"> & { state?: string | undefined },
  answer: Record<string, string>,
): string => {
  const url = new URL(redirectUri);
  const { issuer } = readOAuthAddresses(config);
  const told = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
  return url.href;
};
