import type { OperationContext } from "../http/operation-context.ts";
import { sessionNeeded } from "./account.errors.ts";

interface SessionOfPerson {
  userId: number;
  sessionId: number;
  /**
   * Set for somebody whom the identity provider of an organization vouches for: whoever runs it speaks for that organization alone, and
   * their session reaches nothing of the person's in others.
   */
  onlyIn: number | null;
}

/** Returns the person who is logged in; a key cannot reach what belongs to a person and not to an organization. */
export const requirePerson = ({ actor }: OperationContext): SessionOfPerson => {
  if (actor.credential.kind !== "session") throw sessionNeeded();
  const { id: sessionId, method } = actor.credential;
  return { userId: actor.userId, sessionId, onlyIn: method === "provider" ? actor.organizationId : null };
};
