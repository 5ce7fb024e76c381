import { endSessionsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { sessionNotFound } from "./account.errors.ts";
import type { sessionParams } from "./account.schemas.ts";
import { requirePerson } from "./require-person.ts";

/** Ends every session of the person but this one. */
export const endOtherSessions = async (context: OperationContext) => {
  const { userId, sessionId } = requirePerson(context);
  return { ended: await endSessionsOfPerson(context.database.withoutOrganization, userId, { except: sessionId }) };
};

export const endSession = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof sessionParams }>,
) => {
  const { userId } = requirePerson(context);
  const ended = await endSessionsOfPerson(context.database.withoutOrganization, userId, { only: params.session_id });
  if (ended === 0) throw sessionNotFound();
  return { ended };
};
