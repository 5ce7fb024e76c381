import { revokeInvitation as writeRevocation } from "../../infra/postgres/access/invitations.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { invitationNotFound } from "./members.errors.ts";
import type { invitationParams } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";
import { requireAuthorityOver } from "./require-authority.ts";

/** Revokes an invitation; its link stops working. */
export const revokeInvitation = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof invitationParams }>,
) =>
  context.inOrganization(async (tx) => {
    requireAuthorityOver(context);
    const email = await writeRevocation(tx, params.invitation_id, context.clock.now());
    if (email === null) throw invitationNotFound();
    recordMemberChange(context, tx, `The invitation of ${email} was taken back`);
    return { success: true };
  });
