import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { lockExclusively } from "../locks.ts";
import { revokeInvitationsBy, revokeInvitationsTo } from "./invitations.repository.ts";
import type { Membership } from "./membership.entity.ts";

export interface Member {
  user_id: number;
  email: string;
  name: string | null;
  role: Membership["role"];
  created_at: Date;
  has_second_factor: boolean;
}

const selectMembers = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.user_id", "users.email", "users.name", "memberships.role", "memberships.created_at"])
    .select(sql<boolean>`auth_has_second_factor(memberships.user_id)`.as("has_second_factor"));

/** Lists members in the order in which they joined. */
export const listMembers = (tx: OrganizationTransaction): Promise<Member[]> =>
  selectMembers(tx).orderBy("memberships.created_at").orderBy("memberships.user_id").execute();

export const findMember = (tx: OrganizationTransaction, userId: number): Promise<Member | undefined> =>
  selectMembers(tx).where("memberships.user_id", "=", userId).executeTakeFirst();

export const isMember = async (tx: OrganizationTransaction, email: string): Promise<boolean> => {
  const member = await selectMembers(tx).where(sql<boolean>`lower(users.email) = lower(${email})`).executeTakeFirst();
  return member !== undefined;
};

/** Reads the name of the transaction's organization. */
export const readOrganizationName = async (tx: OrganizationTransaction): Promise<string> => {
  const { name } = await tx.selectFrom("organizations").select("name").executeTakeFirstOrThrow();
  return name;
};

/** Locks the membership of the organization until the transaction ends; the last owner is counted under this lock. */
export const lockMembers = (tx: OrganizationTransaction, organizationId: number): Promise<void> =>
  lockExclusively(tx, `members:${organizationId}`);

export const countOwners = async (tx: OrganizationTransaction): Promise<number> => {
  const { owners } = await tx
    .selectFrom("memberships")
    .select(sql<number>`count(*)`.as("owners"))
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return owners;
};

/** Adds a member; returns false when the person is one already, and leaves their role unchanged. */
export const addMember = async (
  tx: OrganizationTransaction,
  member: { organizationId: number; userId: number; role: Membership["role"] },
): Promise<boolean> => {
  const added = await tx
    .insertInto("memberships")
    .values({ organization_id: member.organizationId, user_id: member.userId, role: member.role })
    .onConflict((conflict) => conflict.columns(["organization_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return added !== undefined;
};

export const setMemberRole = async (
  tx: OrganizationTransaction,
  { userId, role }: { userId: number; role: Membership["role"] },
): Promise<void> => {
  await tx.updateTable("memberships").set({ role }).where("user_id", "=", userId).execute();
};

/**
 * Removes a member, with their channels, sessions and keys in the organization and the open invitations that they made
 * or were sent; a member who comes back is invited anew.
 */
export const removeMember = async (
  tx: OrganizationTransaction,
  { user_id: userId, email }: Pick<Member, "user_id" | "email">,
  at: Date,
): Promise<void> => {
  await tx.deleteFrom("memberships").where("user_id", "=", userId).execute();
  await tx.deleteFrom("folder_members").where("user_id", "=", userId).execute();
  await tx.deleteFrom("provider_identities").where("user_id", "=", userId).execute();
  await tx.deleteFrom("analytics_views").where("created_by", "=", userId).where("is_shared", "=", false).execute();
  await revokeInvitationsBy(tx, { userId, at });
  await revokeInvitationsTo(tx, { email, at });
  await tx
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  await tx
    .updateTable("api_keys")
    .set({ archived_at: at })
    .where("created_by", "=", userId)
    .where("archived_at", "is", null)
    .execute();
};
