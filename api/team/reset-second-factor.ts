import { composeSecondFactorResetMail } from "../../domain/mail/account-mails.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { findMember, readOrganizationName } from "../../infra/postgres/access/members.repository.ts";
import { listOrganizationsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import { removeSecondFactorOf } from "../../infra/postgres/access/second-factor.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwner } from "../http/require-production.ts";
import { memberNotFound, noSecondFactor, secondFactorElsewhere } from "./members.errors.ts";
import type { memberParams } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";

/**
 * Removes app, passkeys and codes of a member who has lost them; the member is told by mail. What also protects another
 * organization is not this one's to remove.
 */
export const resetSecondFactor = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof memberParams }>,
) => {
  const { mailer, config } = context;
  requireOwner(context.actor, "reset the second factor of a member");
  const answer = await context.inOrganization(async (tx) => {
    const member = await findMember(tx, params.user_id);
    if (!member) throw memberNotFound();
    const organizations = await listOrganizationsOfPerson(tx, member.user_id);
    if (organizations.length > 1) throw secondFactorElsewhere();
    if (!(await removeSecondFactorOf(tx, member.user_id))) throw noSecondFactor();
    recordMemberChange(context, tx, `The second factor of ${member.email} was reset`);
    return { email: member.email, organization: await readOrganizationName(tx) };
  });
  const { email, organization } = answer;
  const link = `${readPublicBaseUrl(config)}/console/account`;
  await mailer?.send({ to: email, ...composeSecondFactorResetMail({ organization, link }) });
  return { success: true };
};
