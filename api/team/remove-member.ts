import { isLastOwner } from "../../domain/access/member-role.rules.ts";
import {
  countOwners,
  findMember,
  lockMembers,
  removeMember as takeOut,
} from "../../infra/postgres/access/members.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { lastOwner, memberNotFound } from "./members.errors.ts";
import type { memberParams } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";
import { requireAuthorityOver } from "./require-authority.ts";

/** Removes a member; their sessions and keys in the organization answer 401 from the next request on. */
export const removeMember = (context: OperationContext, { params }: OperationInput<{ params: typeof memberParams }>) =>
  context.inOrganization(async (tx) => {
    await lockMembers(tx, context.actor.organizationId);
    const member = await findMember(tx, params.user_id);
    if (!member) throw memberNotFound();
    requireAuthorityOver(context, member.role);
    if (isLastOwner(member.role, await countOwners(tx))) throw lastOwner();
    await takeOut(tx, member, context.clock.now());
    recordMemberChange(context, tx, `${member.email} is no longer a member`);
    return { success: true };
  });
