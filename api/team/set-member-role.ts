import { findRevokedInvitations } from "../../domain/access/invitation.ts";
import { isLastOwner } from "../../domain/access/member-role.rules.ts";
import { revokeInvitationsBy, revokeInvitationsTo } from "../../infra/postgres/access/invitations.repository.ts";
import {
  countOwners,
  findMember,
  lockMembers,
  setMemberRole as writeRole,
} from "../../infra/postgres/access/members.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { lastOwner, memberNotFound } from "./members.errors.ts";
import type { memberBody, memberParams } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";
import { requireAuthorityOver } from "./require-authority.ts";

/** Sets a role; it applies from the next request on, also for the member's keys. */
export const setMemberRole = (
  context: OperationContext,
  { params, body: { role } }: OperationInput<{ params: typeof memberParams; body: typeof memberBody }>,
) =>
  context.inOrganization(async (tx) => {
    await lockMembers(tx, context.actor.organizationId);
    const member = await findMember(tx, params.user_id);
    if (!member) throw memberNotFound();
    requireAuthorityOver(context, member.role, role);
    if (member.role === role) return member;
    if (isLastOwner(member.role, await countOwners(tx))) throw lastOwner();
    await writeRole(tx, { userId: member.user_id, role });
    await revokeInvitationsTo(tx, { email: member.email, at: context.clock.now() });
    const open = { userId: member.user_id, at: context.clock.now() };
    const revoked = findRevokedInvitations(role);
    if (revoked === "all") await revokeInvitationsBy(tx, open);
    if (revoked === "of_owners") await revokeInvitationsBy(tx, { ...open, role: "owner" });
    recordMemberChange(context, tx, `${member.email} is ${role} now, and was ${member.role}`);
    return { ...member, role };
  });
