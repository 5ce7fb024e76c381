import { changePasswordOfPerson, findPersonById } from "../../infra/postgres/access/person.repository.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { wrongPassword } from "./account.errors.ts";
import type { changePasswordBody } from "./account.schemas.ts";
import { requirePassword } from "./require-password.ts";
import { requirePerson } from "./require-person.ts";

/**
 * Changes the password and ends every other session of the person, so that others with the old password are logged out.
 */
export const changePassword = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof changePasswordBody }>,
) => {
  const { userId, sessionId } = requirePerson(context);
  const { withoutOrganization } = context.database;
  const person = await findPersonById(withoutOrganization, userId);
  const hash = person?.password_hash ?? null;
  await requirePassword(context, { subject: `password:${userId}`, password: body.current, hash });
  const passwordHash = await hashPassword(body.new);
  const changed =
    person && (await changePasswordOfPerson(withoutOrganization, person, { passwordHash, keptSession: sessionId }));
  if (!changed) throw wrongPassword();
  return changed;
};
