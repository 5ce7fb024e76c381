import type { OperationContext } from "../http/operation-context.ts";
import { sessionNeeded } from "./account.errors.ts";

/** Who is logged in; what belongs to a person and not to an organization is out of a key's reach. */
export const personOfSession = ({ actor }: OperationContext): { userId: number; sessionId: number } => {
  if (actor.credential.kind !== "session") throw sessionNeeded();
  return { userId: actor.userId, sessionId: actor.credential.id };
};
