import { RESET_GOOD_FOR_MS } from "../../domain/access/password.ts";
import { composePasswordResetMail } from "../../domain/mail/account-mails.ts";
import { buildConsoleLink } from "../../infra/config/console-link.ts";
import { findMember } from "../../infra/postgres/access/members.repository.ts";
import {
  findPersonById,
  listOrganizationsOfPerson,
  readMembershipMark,
} from "../../infra/postgres/access/person.repository.ts";
import { signPasswordReset } from "../../infra/secrets/access-tokens.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { belongsElsewhere, memberNotFound } from "./members.errors.ts";
import type { memberParams } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";
import { requireAuthorityOver } from "./require-authority.ts";

/**
 * Mails the member a link to set a new password. Without a mail server the link is shown to the actor, who could log in
 * as the member: so it works only for members of this organization alone, and the timeline records it. The link ends
 * with the memberships for which it was made, the actor's as well as the member's.
 */
export const resetMemberPassword = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof memberParams }>,
) => {
  const { mailer, database, tokens, config, clock } = context;
  const member = await context.inOrganization((tx) => findMember(tx, params.user_id));
  if (!member) throw memberNotFound();
  requireAuthorityOver(context, member.role);
  const person = await findPersonById(database.withoutOrganization, member.user_id);
  if (!person) throw memberNotFound();
  const organizations = await listOrganizationsOfPerson(database.withoutOrganization, member.user_id);
  if (!mailer && organizations.length > 1) throw belongsElsewhere();
  const expiresAt = new Date(clock.now().getTime() + RESET_GOOD_FOR_MS);
  const token = signPasswordReset(tokens, {
    userId: person.user_id,
    passwordHash: person.password_hash,
    memberships: await readMembershipMark(database.withoutOrganization, person.user_id),
    expiresAt,
    maker: { organizationId: context.actor.organizationId, userId: context.actor.userId },
  });
  const link = buildConsoleLink(config, "reset-password", token);
  return context.inOrganization(async (tx) => {
    recordMemberChange(context, tx, `A link to a new password was made for ${member.email}`);
    const answer = { mailed: mailer !== null, link: mailer ? null : link, expires_at: expiresAt };
    context.keepAnswer(tx, answer);
    await mailer?.send({ to: member.email, ...composePasswordResetMail({ link }) });
    return answer;
  });
};
