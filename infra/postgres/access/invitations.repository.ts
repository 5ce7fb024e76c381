import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Invitation } from "./invitation.entity.ts";
import type { Membership } from "./membership.entity.ts";

export interface NewInvitation {
  organizationId: number;
  email: string;
  role: Membership["role"];
  createdBy: number;
  createdAt: Date;
  expiresAt: Date;
}

export const addInvitation = (tx: OrganizationTransaction, invitation: NewInvitation): Promise<Invitation> =>
  tx
    .insertInto("invitations")
    .values({
      organization_id: invitation.organizationId,
      email: invitation.email,
      role: invitation.role,
      created_by: invitation.createdBy,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Lists the invitations that can still be accepted, the newest first. */
export const listOpenInvitations = (tx: OrganizationTransaction, now: Date): Promise<Invitation[]> =>
  tx
    .selectFrom("invitations")
    .selectAll()
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .execute();

export const countInvitationsSince = async (tx: OrganizationTransaction, since: Date): Promise<number> => {
  const { invitations } = await tx
    .selectFrom("invitations")
    .select(sql<number>`count(*)`.as("invitations"))
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return invitations;
};

/**
 * Locks an invitation until the transaction ends, so that nobody else accepts or revokes it; undefined when it can no
 * longer be accepted.
 */
export const lockOpenInvitation = (
  tx: OrganizationTransaction,
  invitationId: number,
  now: Date,
): Promise<Invitation | undefined> =>
  tx
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", invitationId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();

export const acceptInvitation = async (tx: OrganizationTransaction, invitationId: number, now: Date): Promise<void> => {
  await tx.updateTable("invitations").set({ accepted_at: now }).where("id", "=", invitationId).execute();
};

/** Revokes an open invitation and returns its address; null when there was none. */
export const revokeInvitation = async (
  tx: OrganizationTransaction,
  invitationId: number,
  now: Date,
): Promise<string | null> => {
  const revoked = await tx
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where("id", "=", invitationId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  return revoked?.email ?? null;
};

/** Revokes invitations of a person who may no longer send them, for one role or for any, so that their links stop working. */
export const revokeInvitationsBy = async (
  tx: OrganizationTransaction,
  { userId, role, at }: { userId: number; role?: Membership["role"]; at: Date },
): Promise<void> => {
  await tx
    .updateTable("invitations")
    .set({ revoked_at: at })
    .where("created_by", "=", userId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? null))
    .execute();
};

/** Revokes the open invitations of an address: they were made before its membership changed. */
export const revokeInvitationsTo = async (
  tx: OrganizationTransaction,
  { email, at }: { email: string; at: Date },
): Promise<void> => {
  await tx
    .updateTable("invitations")
    .set({ revoked_at: at })
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
};
