import { mayResetPasswordOf } from "../../domain/access/member-role.rules.ts";
import { findMember } from "../../infra/postgres/access/members.repository.ts";
import {
  changePasswordOfPerson,
  findPersonById,
  type Person,
  readMembershipMark,
} from "../../infra/postgres/access/person.repository.ts";
import { type NamedReset, readPasswordReset } from "../../infra/secrets/access-tokens.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { resetInvalid } from "./account.errors.ts";
import type { resetPasswordBody } from "./account.schemas.ts";
import { noteInOrganizations } from "./note-log-in.ts";
import { rememberLogIn } from "./remember-log-in.ts";

/**
 * Sets the password and ends every session of the person. The link stops working when the password changes, and when the
 * person joins or leaves an organization or gets another role: whoever holds the link gets into nothing that it was not
 * made for. The place where the link was opened is known from then on: its holder gets in while others guess passwords.
 */
export const resetPassword = async (
  context: OperationContext,
  { body, request }: OperationInput<{ body: typeof resetPasswordBody }> & WithRequest,
) => {
  const { tokens, clock, database } = context;
  const reset = readPasswordReset(tokens, body.token, clock.now());
  const person = reset && (await findPersonById(database.withoutOrganization, reset.userId));
  if (!person || !(await isStillGood(context, reset, person))) throw resetInvalid();
  const passwordHash = await hashPassword(body.password);
  const changed = await changePasswordOfPerson(database.withoutOrganization, person, { passwordHash });
  if (!changed) throw resetInvalid();
  await noteInOrganizations(context, person.user_id, "password_changed");
  await rememberLogIn(context, { userId: person.user_id, request, cookie: false });
  return changed;
};

const isStillGood = async (
  { database }: OperationContext,
  { maker, isFor }: NamedReset,
  person: Person,
): Promise<boolean> => {
  const memberships = await readMembershipMark(database.withoutOrganization, person.user_id);
  if (!isFor({ passwordHash: person.password_hash, memberships })) return false;
  if (!maker) return true;
  return database.inOrganization(maker.organizationId, async (tx) => {
    const [by, of] = [await findMember(tx, maker.userId), await findMember(tx, person.user_id)];
    return of !== undefined && by !== undefined && mayResetPasswordOf(by.role, of.role);
  });
};
