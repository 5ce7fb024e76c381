import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { KEY_BYTES } from "../../../domain/access/api-key.ts";
import { SCOPES } from "../../../domain/access/api-key-scope.ts";
import { ACCESS_TOKEN_MS } from "../../../domain/access/client-sign-in.ts";
import { isCredentialOver } from "../../../domain/access/request-credential.ts";
import {
  endClientGrant,
  findClientGrant,
  type LockedGrant,
  lockClientGrant,
  type ShownHash,
  setGrantTokens,
} from "../../../infra/postgres/access/client-grants.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { hashToken } from "../../http/authenticate.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { OAuthError, requireResource } from "./authorization-server.ts";

const secret = z.string().min(1).max(500);
const clientId = z.string().min(1).max(5_000);
const resource = z.string().max(2_000).optional();
/** The verifier of RFC 7636. */
const verifier = z.string().regex(/^[\w.~-]{43,128}$/);

const tokenRequest = z.discriminatedUnion("grant_type", [
  z.object({
    grant_type: z.literal("authorization_code"),
    code: secret,
    redirect_uri: z.string().max(1_500).optional(),
    client_id: clientId,
    code_verifier: verifier,
    resource,
  }),
  z.object({ grant_type: z.literal("refresh_token"), refresh_token: secret, client_id: clientId, resource }),
]);

type TokenRequest = z.output<typeof tokenRequest>;
type OfCode = Extract<TokenRequest, { grant_type: "authorization_code" }>;

/** What a program gets; its fields are those of RFC 6749. */
export interface ClientTokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

type Parts = Pick<ApiDependencies, "config" | "database" | "clock">;

/** Gives tokens for a code or for a refresh token, each of which is good once; throws `OAuthError`. */
export const giveTokens = async (parts: Parts, form: unknown): Promise<ClientTokens> => {
  const request = readTokenRequest(form);
  requireResource(parts.config, request.resource);
  const shown: ShownHash =
    request.grant_type === "authorization_code"
      ? { code: hashToken(request.code) }
      : { family: hashToken(familyOf(request.refresh_token)) };
  const found = await findClientGrant(parts.database, shown);
  if (!found) throw notGood();
  // A refusal may have ended the grant, so it is thrown when that is written.
  const given = await parts.database.inOrganization(found.organization_id, async (tx) => {
    const grant = await lockClientGrant(tx, found.api_key_id);
    return grant ? answer(parts, tx, { grant, request }) : notGood();
  });
  if (given instanceof OAuthError) throw given;
  return given;
};

const readTokenRequest = (form: unknown): TokenRequest => {
  const { data, error } = tokenRequest.safeParse(form ?? {});
  if (data) return data;
  const fields = new Set(error.issues.map(({ path }) => path.join(".")));
  if (fields.has("grant_type"))
    throw new OAuthError("unsupported_grant_type", "grant_type is authorization_code or refresh_token");
  throw new OAuthError("invalid_request", `Missing or malformed: ${[...fields].join(", ")}`);
};

const notGood = (why = "It is unknown, was used already, or its time is over: sign in again") =>
  new OAuthError("invalid_grant", why);

interface Shown {
  grant: LockedGrant;
  request: TokenRequest;
}

const answer = async (
  parts: Parts,
  tx: OrganizationTransaction,
  { grant, request }: Shown,
): Promise<ClientTokens | OAuthError> => {
  const now = parts.clock.now();
  const consent = { endedAt: grant.archived_at, expiresAt: grant.expires_at };
  if (isCredentialOver(consent, now) || grant.member_role === null)
    return notGood("The person's consent is over: sign in again");
  if (!isSame(grant.client_hash, hashToken(request.client_id)))
    return notGood("It was given to another client, or this client has another client_id now: sign in again");
  const isFirst = request.grant_type === "authorization_code";
  const isUsed = isFirst ? grant.code_used_at !== null : !isSame(grant.refresh_hash, hashToken(request.refresh_token));
  // Whoever shows it a second time, or showed it before, may have stolen it: nobody can tell which, so both are put out.
  if (isUsed) {
    await endForReuse(tx, grant, now);
    return notGood("It was used already, so the access has ended for whoever used it: sign in again");
  }
  if (isFirst) {
    if (grant.code_expires_at <= now) return notGood();
    const fault = findCodeFault(grant, request);
    if (fault) return notGood(fault);
  }
  return issue(tx, { grant, now, family: isFirst ? newSecret() : familyOf(request.refresh_token), isFirst });
};

const findCodeFault = (grant: LockedGrant, { redirect_uri: redirectUri, code_verifier: verifier }: OfCode) => {
  if (redirectUri !== undefined && redirectUri !== grant.redirect_uri)
    return "The code was sent to another redirect_uri than this";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return challenge === grant.code_challenge ? null : "The code_verifier is not that of the code_challenge";
};

const issue = async (
  tx: OrganizationTransaction,
  { grant, now, family, isFirst }: { grant: LockedGrant; now: Date; family: string; isFirst: boolean },
): Promise<ClientTokens> => {
  const accessToken = `${grant.key_prefix}${newSecret()}`;
  const refreshToken = `${family}.${newSecret()}`;
  const endsMs = grant.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const accessExpiresAt = new Date(Math.min(now.getTime() + ACCESS_TOKEN_MS, endsMs));
  await setGrantTokens(tx, grant.api_key_id, {
    accessHash: hashToken(accessToken),
    accessExpiresAt,
    familyHash: hashToken(family),
    refreshHash: hashToken(refreshToken),
    ...(isFirst && { codeUsedAt: now }),
  });
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000),
    refresh_token: refreshToken,
    scope: (grant.scopes ?? SCOPES).join(" "),
  };
};

/** Ends what a client shows (RFC 7009): its access or its refresh token. Whoever shows something else is told nothing. */
export const revokeToken = async (parts: Parts, form: unknown): Promise<void> => {
  const { data } = z.object({ token: secret, client_id: clientId }).safeParse(form);
  if (!data) throw new OAuthError("invalid_request", "Send token and client_id");
  const found = await findShownGrant(parts, data.token);
  if (!found) return;
  await parts.database.inOrganization(found.organization_id, async (tx) => {
    const grant = await lockClientGrant(tx, found.api_key_id);
    if (!grant || !isSame(grant.client_hash, hashToken(data.client_id))) return;
    if (!(await endClientGrant(tx, { apiKeyId: grant.api_key_id, at: parts.clock.now() }))) return;
    record(tx, grant, `${grant.name} signed out: its access (${grant.key_prefix}…) has ended`);
  });
};

const findShownGrant = async ({ database }: Parts, token: string) => {
  const ofRefresh = await findClientGrant(database, { family: hashToken(familyOf(token)) });
  if (ofRefresh) return ofRefresh;
  const { rows } = await database.pool.query<{ api_key_id: number; organization_id: number; is_client: boolean }>(
    "select api_key_id, organization_id, is_client from auth_api_key($1)",
    [hashToken(token)],
  );
  return rows.find(({ is_client }) => is_client);
};

const endForReuse = async (tx: OrganizationTransaction, grant: LockedGrant, at: Date): Promise<void> => {
  await endClientGrant(tx, { apiKeyId: grant.api_key_id, at });
  record(
    tx,
    grant,
    `A code or token of ${grant.name} (${grant.key_prefix}…) came twice, as a stolen one does: its access has ended`,
  );
};

const record = (tx: OrganizationTransaction, grant: LockedGrant, summary: string): void =>
  recordTimelineAtCommit(tx, {
    organizationId: grant.organization_id,
    kind: "system",
    actor: `api_key:${grant.api_key_id}`,
    summary,
  });

const newSecret = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** What every refresh token of a grant begins with, so that an old one still tells whose it was. */
const familyOf = (refreshToken: string): string => refreshToken.split(".", 1)[0] ?? "";

const isSame = (one: Buffer | null, other: Buffer): boolean =>
  one !== null && one.length === other.length && timingSafeEqual(one, other);
