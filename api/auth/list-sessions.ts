import { listSessionsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requirePerson } from "./require-person.ts";

export const listSessions = async (context: OperationContext) => {
  const { userId, sessionId } = requirePerson(context);
  const sessions = await listSessionsOfPerson(context.database.withoutOrganization, userId);
  return { sessions: sessions.map((session) => ({ ...session, is_current: session.id === sessionId })) };
};
