import { type Kysely, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { Membership } from "./membership.entity.ts";

export interface Account {
  userId: number;
  email: string;
  name: string | null;
  organizationId: number;
  role: Membership["role"];
}

export interface NewAccount {
  email: string;
  name: string | null;
  passwordHash: string;
  organizationName: string;
}

/** Selects keys `k` that are not over: `isCredentialOver`, in SQL. */
export const IS_KEY_IN_USE = sql<boolean>`(k.archived_at is null and (k.expires_at is null or k.expires_at > now()))`;

/** Finds an account by e-mail, ignoring case, with the organization that was joined first; undefined: none. */
export const findAccount = async (
  database: Database,
  email: string,
): Promise<(Account & { passwordHash: string }) | undefined> => {
  const { rows } = await sql<{
    user_id: number;
    email: string;
    name: string | null;
    password_hash: string;
    organization_id: number;
    role: Membership["role"];
  }>`select * from auth_user_by_email(${email})`.execute(database.withoutOrganization);
  const row = rows[0];
  return (
    row && {
      userId: row.user_id,
      email: row.email,
      name: row.name,
      organizationId: row.organization_id,
      role: row.role,
      passwordHash: row.password_hash,
    }
  );
};

/**
 * Creates an organization and its owner, and runs `furnish` inside it, all in one transaction. Throws PostgreSQL's
 * unique violation on `users_email` when the address is taken.
 */
export const createOrganization = <T>(
  database: Database,
  account: NewAccount,
  furnish: (tx: OrganizationTransaction, owner: Account) => Promise<T>,
): Promise<T> => database.withoutOrganization.transaction().execute((tx) => signUp(tx, account, furnish));

/** Creates the organization, or returns null when a user exists already. When several processes try at once, one succeeds. */
export const createFirstOrganization = <T>(
  database: Database,
  account: NewAccount,
  furnish: (tx: OrganizationTransaction, owner: Account) => Promise<T>,
): Promise<T | null> =>
  database.withoutOrganization.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first organization', 0))`.execute(tx);
    return (await hasUsers(tx)) ? null : signUp(tx, account, furnish);
  });

export const hasUsers = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select auth_has_users() as found`.execute(db);
  return rows[0]?.found === true;
};

const signUp = async <T>(
  tx: OrganizationTransaction,
  { email, name, passwordHash, organizationName }: NewAccount,
  furnish: (tx: OrganizationTransaction, owner: Account) => Promise<T>,
): Promise<T> => {
  const { rows } = await sql<{ user_id: number; organization_id: number }>`
    select * from auth_signup(${email}, ${name}, ${passwordHash}, ${organizationName})`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("auth_signup gave no row");
  await sql`select set_config('app.organization_id', ${String(row.organization_id)}, true)`.execute(tx);
  return furnish(tx, { userId: row.user_id, email, name, organizationId: row.organization_id, role: "owner" });
};
