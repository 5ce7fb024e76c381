import { findPersonById, type Person } from "../../../infra/postgres/access/person.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { wrongPassword } from "../account.errors.ts";
import { requirePassword } from "../require-password.ts";
import { requirePerson } from "../require-person.ts";

/** Returns the person of the session, who has given their password: an open session alone changes no second factor. */
export const requireOwnPassword = async (context: OperationContext, password: string): Promise<Person> => {
  const { userId } = requirePerson(context);
  const person = await findPersonById(context.database.withoutOrganization, userId);
  const hash = person?.password_hash ?? null;
  await requirePassword(context, { subject: `password:${userId}`, password, hash });
  if (!person) throw wrongPassword();
  return person;
};
