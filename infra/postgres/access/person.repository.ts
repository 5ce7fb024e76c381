import { type Kysely, sql } from "kysely";
import { MOST_SESSIONS_LISTED } from "../../../domain/access/session.ts";
import type { Tables } from "../tables.ts";
import type { Membership } from "./membership.entity.ts";

/** A person with an account, in any organizations. */
export interface Person {
  user_id: number;
  email: string;
  name: string | null;
  password_hash: string;
}

/** Finds a person by e-mail, ignoring case; undefined: none. */
export const findPerson = async (db: Kysely<Tables>, email: string): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`select * from auth_person_by_email(${email})`.execute(db);
  return rows[0];
};

export const findPersonById = async (db: Kysely<Tables>, userId: number): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`select * from auth_person(${userId})`.execute(db);
  return rows[0];
};

/** Throws PostgreSQL's unique violation on `users_email` when another request has taken the address. */
export const createPerson = async (
  db: Kysely<Tables>,
  { email, name, passwordHash }: { email: string; name: string | null; passwordHash: string },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select auth_make_person(${email}, ${name}, ${passwordHash}) as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("auth_make_person gave no row");
  return row.id;
};

/**
 * Returns a mark of the person's memberships: it is another one after the person has joined or left an organization, or
 * has another role in one.
 */
export const readMembershipMark = async (db: Kysely<Tables>, userId: number): Promise<string> => {
  const { rows } = await sql<{ mark: string }>`select auth_membership_mark(${userId}) as mark`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("auth_membership_mark gave no row");
  return row.mark;
};

export interface OrganizationOfPerson {
  organization_id: number;
  name: string;
  role: Membership["role"];
}

/** Lists a person's organizations, in the order in which they joined. */
export const listOrganizationsOfPerson = async (
  db: Kysely<Tables>,
  userId: number,
): Promise<OrganizationOfPerson[]> => {
  const { rows } = await sql<OrganizationOfPerson>`select * from auth_organizations(${userId})`.execute(db);
  return rows;
};

export interface OpenSession {
  id: number;
  organization_id: number;
  created_at: Date;
  expires_at: Date;
  address: string | null;
  user_agent: string | null;
}

/** Lists the newest valid sessions, newest first. */
export const listSessionsOfPerson = async (
  db: Kysely<Tables>,
  userId: number,
  onlyIn: number | null,
): Promise<OpenSession[]> => {
  const { rows } = await sql<OpenSession>`
    select * from auth_sessions(${userId}) where organization_id = coalesce(${onlyIn}::bigint, organization_id)
    limit ${MOST_SESSIONS_LISTED}`.execute(db);
  return rows;
};

interface EndedSessions {
  only?: number | null;
  except?: number | null;
  /** Those in one organization; null: in all. */
  onlyIn?: number | null;
}

/** Ends one session of a person, or all but one, on every API process at once. Returns how many. */
export const endSessionsOfPerson = async (
  db: Kysely<Tables>,
  userId: number,
  { only = null, except = null, onlyIn = null }: EndedSessions,
): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    select auth_end_sessions(${userId}, ${only}, ${except}, ${onlyIn}) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
};

/**
 * Sets the password and ends the person's sessions except the kept one; null when the password was changed meanwhile.
 */
export const changePasswordOfPerson = (
  db: Kysely<Tables>,
  person: Pick<Person, "user_id" | "password_hash">,
  { passwordHash, keptSession = null }: { passwordHash: string; keptSession?: number | null },
): Promise<{ ended: number } | null> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ changed: boolean }>`
      select auth_set_password(${person.user_id}, ${person.password_hash}, ${passwordHash}) as changed`.execute(tx);
    if (!rows[0]?.changed) return null;
    return { ended: await endSessionsOfPerson(tx, person.user_id, { except: keptSession }) };
  });
