import type { z } from "zod";
import { changePasswordOfPerson, findPersonById } from "../../infra/postgres/access/person.repository.ts";
import { readPasswordReset } from "../../infra/secrets/access-tokens.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { resetInvalid } from "./account.errors.ts";
import type { resetPasswordBody } from "./account.schemas.ts";

/**
 * Sets the password and ends every session of the person. The link stops working, because it depends on the old
 * password.
 */
export const resetPassword = async (
  { tokens, clock, database }: OperationContext,
  { body }: { body: z.output<typeof resetPasswordBody> },
) => {
  const reset = readPasswordReset(tokens, body.token, clock.now());
  const person = reset && (await findPersonById(database.withoutOrganization, reset.userId));
  if (!person || !reset.isFor(person.password_hash)) throw resetInvalid();
  const passwordHash = await hashPassword(body.password);
  const changed = await changePasswordOfPerson(database.withoutOrganization, person, { passwordHash });
  if (!changed) throw resetInvalid();
  return changed;
};
