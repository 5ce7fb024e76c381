import { createHash } from "node:crypto";
import type { Request } from "express";
import { sql } from "kysely";
import type { Database } from "../../infra/postgres/database.ts";
import { forbidden, unauthorized } from "./http-error.ts";
import type { Permission } from "./operation.ts";
import type { Actor, Environment, Role } from "./operation-context.ts";
import { tokenOfCookie } from "./session-cookie.ts";

const RANK: Record<Role, number> = { viewer: 0, operator: 1, admin: 2, owner: 3 };
const LAST_USED_PRECISION_MS = 60_000;

/** How tokens and keys are stored and looked up. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Tells who asks: from `X-API-Key`, without one from `Authorization: Bearer`, without both from a browser's session
 * cookie. Read anew on every request: an archived key ends at once.
 */
export const authenticate = async (database: Database, request: Request): Promise<Actor> => {
  const apiKey = request.get("x-api-key");
  if (apiKey !== undefined) return actorOfApiKey(database, apiKey);
  const authorization = request.get("authorization");
  const token = authorization === undefined ? tokenOfCookie(request) : /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token) throw unauthorized("Send an API key in X-API-Key, or a session token in Authorization: Bearer");
  return actorOfSession(database, token);
};

export const requirePermission = (actor: Actor, permission: Permission): void => {
  if (permission === "public" || RANK[actor.role] >= RANK[permission]) return;
  throw forbidden("role_insufficient", `This needs the role ${permission}; yours is ${actor.role}`);
};

const actorOfSession = async (database: Database, token: string): Promise<Actor> => {
  const { rows } = await sql<{ session_id: number; organization_id: number; user_id: number; role: Role }>`
    select * from auth_session(${hashToken(token)})`.execute(database.withoutOrganization);
  const row = rows[0];
  if (!row) throw unauthorized("Invalid or expired token");
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role,
    environment: "production",
    credential: { kind: "session", id: row.session_id },
  };
};

/**
 * Planned once for each connection: every request asks it. The columns are named, so that a version of the function
 * with another one does not break the plan of a running API.
 */
const FIND_API_KEY = {
  name: "find_api_key",
  text: "select api_key_id, organization_id, user_id, role, environment, last_used_at from auth_api_key($1)",
};

const actorOfApiKey = async (database: Database, key: string): Promise<Actor> => {
  const { rows } = await database.pool.query<{
    api_key_id: number;
    organization_id: number;
    user_id: number;
    role: Role;
    environment: Environment;
    last_used_at: Date | null;
  }>({ ...FIND_API_KEY, values: [hashToken(key)] });
  const row = rows[0];
  if (!row) throw unauthorized("Invalid or expired API key");
  if (Date.now() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_PRECISION_MS) await touchApiKey(database, row);
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role === "owner" ? "admin" : row.role,
    environment: row.environment,
    credential: { kind: "api_key", id: row.api_key_id },
  };
};

const touchApiKey = (database: Database, row: { api_key_id: number; organization_id: number }) =>
  database.inOrganization(row.organization_id, (tx) =>
    tx.updateTable("api_keys").set({ last_used_at: new Date() }).where("id", "=", row.api_key_id).execute(),
  );
