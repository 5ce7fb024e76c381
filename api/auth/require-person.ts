import type { OperationContext } from "../http/operation-context.ts";
import { sessionNeeded } from "./account.errors.ts";

/** Returns the person who is logged in; a key cannot reach what belongs to a person and not to an organization. */
export const requirePerson = ({ actor }: OperationContext): { userId: number; sessionId: number } => {
  if (actor.credential.kind !== "session") throw sessionNeeded();
  return { userId: actor.userId, sessionId: actor.credential.id };
};
