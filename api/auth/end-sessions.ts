import { endSessionsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { writeRemovedSessionCookie } from "../http/session-cookie.ts";
import { sessionNotFound } from "./account.errors.ts";
import type { endSessionsQuery, sessionParams } from "./account.schemas.ts";
import { requirePerson } from "./require-person.ts";

/** Ends every session of the person but this one, or this one too. */
export const endOtherSessions = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof endSessionsQuery }>,
) => {
  const { userId, sessionId, onlyIn } = requirePerson(context);
  const except = query.include_current ? null : sessionId;
  if (query.include_current) context.setCookie(writeRemovedSessionCookie(context.config));
  return { ended: await endSessionsOfPerson(context.database.withoutOrganization, userId, { except, onlyIn }) };
};

export const endSession = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof sessionParams }>,
) => {
  const { userId, onlyIn } = requirePerson(context);
  const of = { only: params.session_id, onlyIn };
  const ended = await endSessionsOfPerson(context.database.withoutOrganization, userId, of);
  if (ended === 0) throw sessionNotFound();
  return { ended };
};
