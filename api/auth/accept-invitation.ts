import type { z } from "zod";
import { isLongEnough, PASSWORD_LENGTH } from "../../domain/access/password.ts";
import type { Account } from "../../infra/postgres/access/access.repository.ts";
import {
  lockOpenInvitation,
  revokeInvitationsTo,
  acceptInvitation as writeAcceptance,
} from "../../infra/postgres/access/invitations.repository.ts";
import { addMember, findMember } from "../../infra/postgres/access/members.repository.ts";
import { createPerson, findPerson, type Person } from "../../infra/postgres/access/person.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { readInvitation } from "../../infra/secrets/access-tokens.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { accountMadeMeanwhile, invitationInvalid } from "./account.errors.ts";
import { type acceptInvitationBody } from "./account.schemas.ts";
import { enter, enterByPassword } from "./enter-by-password.ts";
import { requirePassword } from "./require-password.ts";

type Body = z.output<typeof acceptInvitationBody>;

/**
 * Adds the person to the organization of the invitation, once. An address with an account needs that account's
 * password: the invitation alone, which the inviter may hold, opens nobody's account.
 */
export const acceptInvitation = async (
  context: OperationContext,
  { body, request }: OperationInput<{ body: typeof acceptInvitationBody }> & WithRequest,
) => {
  const { database, tokens, clock } = context;
  const named = readInvitation(tokens, body.token, clock.now());
  if (!named) throw invitationInvalid();
  const { organizationId, invitationId } = named;
  const inside = <T>(work: (tx: OrganizationTransaction, invitation: OpenInvitation) => Promise<T>): Promise<T> =>
    database.inOrganization(organizationId, async (tx) => {
      const invitation = await lockOpenInvitation(tx, invitationId, clock.now());
      if (!invitation) throw invitationInvalid();
      return work(tx, invitation);
    });
  const known = await inside((tx, { email }) => findPerson(tx, email));
  // No connection is held while a password is compared or hashed, because both wait for their turn.
  const person = known ? await provenPerson(context, known, body) : await newAccount(body);
  const account = await inside((tx, invitation) => join(context, tx, { organizationId, invitation, person }));
  if (known) return enterByPassword(context, { ...account, passwordHash: known.password_hash }, { body, request });
  return enter(context, account, { body, request });
};

interface Joining {
  organizationId: number;
  invitation: OpenInvitation;
  /** The id of a person with an account, or a new one. */
  person: number | NewAccount;
}

const join = async (
  { clock }: OperationContext,
  tx: OrganizationTransaction,
  { organizationId, invitation: { id, email, role }, person }: Joining,
): Promise<Account> => {
  const userId = typeof person === "number" ? person : await makeAccount(tx, { email, ...person });
  await writeAcceptance(tx, id, clock.now());
  await revokeInvitationsTo(tx, { email, at: clock.now() });
  const joined = await addMember(tx, { organizationId, userId, role });
  if (joined) recordJoining(tx, { organizationId, userId, email, role });
  const member = await findMember(tx, userId);
  if (!member) throw new Error("a person who has joined is a member");
  return { userId, organizationId, email: member.email, name: member.name, role: member.role };
};

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof lockOpenInvitation>>>;

const recordJoining = (
  tx: OrganizationTransaction,
  { organizationId, userId, email, role }: { organizationId: number; userId: number; email: string; role: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor: `user:${userId}`,
    summary: `${email} joined as ${role}`,
  });

/** Returns the id of a person who has given the password of their account. */
const provenPerson = async (context: OperationContext, person: Person, body: Body): Promise<number> => {
  const subject = `accept:${person.user_id}`;
  await requirePassword(context, { subject, password: body.password ?? "", hash: person.password_hash });
  return person.user_id;
};

interface NewAccount {
  name: string | null;
  passwordHash: string;
}

const newAccount = async ({ password, name }: Body): Promise<NewAccount> => {
  if (!isLongEnough(password))
    throw invalidField(["password"], `A new account needs a password of at least ${PASSWORD_LENGTH.least} characters`);
  return { name: name ?? null, passwordHash: await hashPassword(password) };
};

const makeAccount = async (tx: OrganizationTransaction, account: NewAccount & { email: string }): Promise<number> => {
  try {
    return await createPerson(tx, account);
  } catch (error) {
    throw findViolatedConstraint(error) === "users_email" ? accountMadeMeanwhile() : error;
  }
};
