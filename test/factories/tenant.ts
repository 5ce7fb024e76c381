import { randomBytes, randomUUID } from "node:crypto";
import { hashToken } from "../../api/http/authenticate.ts";
import type { Environment, Role } from "../../api/http/operation-context.ts";
import type { Scope } from "../../domain/access/api-key-scope.ts";
import { createSimulatorAccount } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { FilledDatabase } from "../harness/test-database.ts";
import { testSecrets } from "../harness/test-secrets.ts";

const WEEK_MS = 7 * 86_400_000;

/** Somebody with a session. */
export interface Member {
  userId: number;
  email: string;
  role: Role;
  token: string;
}

/** An organization with one member of each role, and the simulator as its carrier account. */
export interface Tenant extends Record<Role, Member> {
  organizationId: number;
  simulatorAccountId: number;
}

/** Made by rows, which is quick: no password is hashed, so these members cannot log in. */
export const createTenant = async (test: FilledDatabase, name = "A tenant"): Promise<Tenant> => {
  const organization = await test.everything
    .insertInto("organizations")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const organizationId = organization.id;
  const simulator = await test.database.inOrganization(organizationId, (tx) =>
    createSimulatorAccount(tx, { organizationId, secrets: testSecrets, conversations: false }),
  );
  return {
    organizationId,
    simulatorAccountId: simulator.id,
    owner: await addMember(test, { organizationId, role: "owner" }),
    admin: await addMember(test, { organizationId, role: "admin" }),
    supervisor: await addMember(test, { organizationId, role: "supervisor" }),
    operator: await addMember(test, { organizationId, role: "operator" }),
    viewer: await addMember(test, { organizationId, role: "viewer" }),
  };
};

export const addMember = async (
  { everything }: Pick<FilledDatabase, "everything">,
  { organizationId, role }: { organizationId: number; role: Role },
): Promise<Member> => {
  const email = `${role}-${randomUUID()}@example.com`;
  const { id: userId } = await everything
    .insertInto("users")
    .values({ email, name: role, password_hash: "none" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await everything
    .insertInto("memberships")
    .values({ organization_id: organizationId, user_id: userId, role })
    .execute();
  const token = randomBytes(32).toString("base64url");
  await everything
    .insertInto("sessions")
    .values({
      organization_id: organizationId,
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + WEEK_MS),
    })
    .execute();
  return { userId, email, role, token };
};

/** A key as its maker has it: the whole value. */
export const createKey = async (
  { everything }: Pick<FilledDatabase, "everything">,
  options: {
    tenant: Tenant;
    role?: Role;
    environment?: Environment;
    archived?: boolean;
    scopes?: Scope[];
    expiresAt?: Date;
  },
): Promise<{ id: number; apiKey: string }> => {
  const {
    tenant,
    role = "admin",
    environment = "production",
    archived = false,
    scopes = null,
    expiresAt = null,
  } = options;
  const apiKey = `vap_${environment === "production" ? "live" : "test"}_${randomBytes(32).toString("base64url")}`;
  const { id } = await everything
    .insertInto("api_keys")
    .values({
      organization_id: tenant.organizationId,
      name: "a key",
      key_prefix: apiKey.slice(0, 12),
      key_hash: hashToken(apiKey),
      environment,
      created_by: tenant[role].userId,
      scopes,
      expires_at: expiresAt,
      archived_at: archived ? new Date() : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, apiKey };
};
