import { INVITATION_GOOD_FOR_MS, INVITATIONS_PER_DAY } from "../../domain/access/invitation.ts";
import { composeInvitationMail } from "../../domain/mail/account-mails.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { buildConsoleLink } from "../../infra/config/console-link.ts";
import { addInvitation, countInvitationsSince } from "../../infra/postgres/access/invitations.repository.ts";
import { findMember, isMember, readOrganizationName } from "../../infra/postgres/access/members.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { signInvitation } from "../../infra/secrets/access-tokens.ts";
import { tooManyRequests } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { alreadyMember } from "./members.errors.ts";
import { presentInvitation } from "./members.presenter.ts";
import type { invitationBody } from "./members.schemas.ts";
import { recordMemberChange } from "./record-member-change.ts";
import { requireAuthorityOver } from "./require-authority.ts";

/**
 * Invites a member without revealing whether the address has an account elsewhere. The mail is sent before the
 * transaction ends: if the mail server refuses it, nobody was invited.
 */
export const inviteMember = (context: OperationContext, { body }: OperationInput<{ body: typeof invitationBody }>) => {
  requireAuthorityOver(context, body.role);
  const { mailer, config, tokens } = context;
  const { organizationId, userId } = context.actor;
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + INVITATION_GOOD_FOR_MS);
  return context.inOrganization(async (tx) => {
    if (await isMember(tx, body.email)) throw alreadyMember();
    await refuseTooMany(tx, now);
    const { email, role } = body;
    const row = await addInvitation(tx, { organizationId, email, role, createdBy: userId, createdAt: now, expiresAt });
    const token = signInvitation(tokens, { organizationId, invitationId: row.id, expiresAt });
    const link = buildConsoleLink(config, "accept-invitation", token);
    recordMemberChange(context, tx, `${email} was invited as ${role}`);
    const answer = { ...presentInvitation(row), mailed: mailer !== null, ...(mailer ? UNSEEN : { token, link }) };
    context.keepAnswer(tx, answer);
    await mailer?.send({ to: email, ...composeInvitationMail({ ...(await namesFor(tx, userId)), role, link }) });
    return answer;
  });
};

/** A mailed link is not returned: it is only for the reader of that address. */
const UNSEEN = { token: null, link: null };

const refuseTooMany = async (tx: OrganizationTransaction, now: Date): Promise<void> => {
  const invitations = await countInvitationsSince(tx, new Date(now.getTime() - DAY_MS));
  if (invitations < INVITATIONS_PER_DAY) return;
  throw tooManyRequests(`An organization invites ${INVITATIONS_PER_DAY} people in a day; continue tomorrow`, 3_600);
};

const namesFor = async (tx: OrganizationTransaction, userId: number) => {
  const inviter = await findMember(tx, userId);
  return {
    inviter: inviter?.name ?? inviter?.email ?? "An administrator",
    organization: await readOrganizationName(tx),
  };
};
