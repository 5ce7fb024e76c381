import { hash } from "node:crypto";
import { sql } from "kysely";
import { LAST_USED_PRECISION_MS } from "../../domain/access/api-key.ts";
import type { Scope } from "../../domain/access/api-key-scope.ts";
import { findRoleOfKey, hasRole } from "../../domain/access/member-role.rules.ts";
import { chooseCredential } from "../../domain/access/request-credential.ts";
import { isSecondFactorDue } from "../../domain/access/second-factor.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { forbidden, HttpError, keyExpired, secondFactorNeeded, unauthorized } from "./http-error.ts";
import type { Permission } from "./operation.ts";
import type { Actor, Environment, Role } from "./operation-context.ts";
import { type RequestHead, readSessionToken } from "./session-cookie.ts";

/** Hashes tokens and keys for storage and look-up. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The credential of a request in the form that the database knows. */
export interface PresentedCredential {
  kind: Actor["credential"]["kind"];
  hash: Buffer;
}

/** Reads the credential of a request; throws 401 where it has none. */
export const readPresentedCredential = (request: RequestHead): PresentedCredential => {
  const credential = chooseCredential({
    apiKey: request.get("x-api-key"),
    authorization: request.get("authorization"),
    readCookie: () => readSessionToken(request),
  });
  if (!credential) throw unauthorized("Send an API key in X-API-Key, or a session token in Authorization: Bearer");
  return { kind: credential.kind, hash: hashToken(credential.value) };
};

/** Returns the credentials that are no longer valid. */
export const findEndedCredentials = async (
  database: Database,
  credentials: readonly PresentedCredential[],
): Promise<PresentedCredential[]> => {
  const hashes = (kind: PresentedCredential["kind"]) =>
    credentials.filter((credential) => credential.kind === kind).map(({ hash }) => hash);
  const { rows } = await sql<PresentedCredential>`
    select 'api_key' as kind, hash from unnest(${hashes("api_key")}::bytea[]) as hash
    where not exists (select from auth_api_key(hash))
    union all
    select 'session', hash from unnest(${hashes("session")}::bytea[]) as hash
    where not exists (select from auth_session(hash))`.execute(database.withoutOrganization);
  return rows;
};

/** Returns the actor of a request. It is read on every request, so that an archived key ends at once. */
export const authenticate = (database: Database, { kind, hash }: PresentedCredential): Promise<Actor> =>
  kind === "api_key" ? actorOfApiKey(database, hash) : actorOfSession(database, hash);

/** Returns who sends a request that needs no credentials; null: it has none, or none that are valid. */
export const findSender = async (
  database: Database,
  { method, headers }: { method: string; headers: Readonly<Record<string, string | undefined>> },
): Promise<Actor | null> => {
  try {
    const head = { method, get: (name: string) => headers[name.toLowerCase()] };
    return await authenticate(database, readPresentedCredential(head));
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
};

export const requirePermission = (actor: Actor, permission: Permission): void => {
  if (permission === "public" || hasRole(actor.role, permission)) return;
  throw forbidden("role_insufficient", `This needs the role ${permission}; yours is ${actor.role}`);
};

/** Throws 403 for a member who has to set up a second factor first. */
export const requireSecondFactor = ({ secondFactorFrom }: Actor): void => {
  if (isSecondFactorDue(secondFactorFrom ?? null, new Date())) throw secondFactorNeeded();
};

const actorOfSession = async (database: Database, hash: Buffer): Promise<Actor> => {
  const { rows } = await sql<{
    session_id: number;
    organization_id: number;
    user_id: number;
    role: Role;
    second_factor_from: Date | null;
    method: "password" | "provider";
  }>`
    select * from auth_session(${hash})`.execute(database.withoutOrganization);
  const row = rows[0];
  if (!row) throw unauthorized("Invalid or expired token");
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role,
    environment: "production",
    credential: { kind: "session", id: row.session_id, method: row.method },
    secondFactorFrom: row.second_factor_from,
  };
};

/**
 * Planned once for each connection, because every request runs it. The columns are named, so that a version of the
 * function with another one does not break the plan of a running API.
 */
const FIND_API_KEY = {
  name: "find_api_key",
  text: "select api_key_id, organization_id, user_id, role, environment, last_used_at, expires_at, scopes, is_client from auth_api_key($1)",
};

const actorOfApiKey = async (database: Database, hash: Buffer): Promise<Actor> => {
  const { rows } = await database.pool.query<{
    api_key_id: number;
    organization_id: number;
    user_id: number;
    role: Role;
    environment: Environment;
    last_used_at: Date | null;
    expires_at: Date | null;
    scopes: Scope[] | null;
    is_client: boolean;
  }>({ ...FIND_API_KEY, values: [hash] });
  const row = rows[0];
  if (!row) throw await describeEndedKey(database, hash);
  if (Date.now() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_PRECISION_MS) await touchApiKey(database, row);
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    role: findRoleOfKey(row.role),
    environment: row.environment,
    credential: { kind: "api_key", id: row.api_key_id, ...(row.is_client && { ofClient: true }) },
    limits: { scopes: row.scopes, expiresAt: row.expires_at },
  };
};

/** Tells a key's holder whether it has expired, which archived keys and those that never were do not show. */
const describeEndedKey = async (database: Database, hash: Buffer): Promise<HttpError> => {
  const { rows } = await sql<{ api_key_id: number; expires_at: Date }>`
    select api_key_id, expires_at from auth_expired_api_key(${hash})`.execute(database.withoutOrganization);
  const expired = rows[0];
  return expired ? keyExpired(expired.api_key_id, expired.expires_at) : unauthorized("Invalid or expired API key");
};

const touchApiKey = (database: Database, row: { api_key_id: number; organization_id: number }) =>
  database.inOrganization(row.organization_id, (tx) =>
    tx.updateTable("api_keys").set({ last_used_at: new Date() }).where("id", "=", row.api_key_id).execute(),
  );
