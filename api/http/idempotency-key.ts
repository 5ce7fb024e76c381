import type { Request } from "express";
import { LONGEST_KEY, mayCarryKey } from "../../domain/idempotency/idempotency-key.ts";
import { badRequest } from "./http-error.ts";
import type { Operation } from "./operation.ts";
import type { Actor } from "./operation-context.ts";

export const takesIdempotencyKey = ({
  method,
  permission,
  success,
}: Pick<Operation, "method" | "permission" | "success">): boolean =>
  mayCarryKey({
    changes: method !== "get",
    isPublic: permission === "public",
    answersFile: success.contentTypes !== undefined,
  });

/**
 * Returns the Idempotency-Key of a request; null when it has none or the request has no actor. Throws 400 for a key that is too
 * long.
 */
export const readIdempotencyKey = (actor: Actor | null, request: Request): string | null => {
  const given = request.get("idempotency-key");
  if (!given || !actor) return null;
  if (given.length > LONGEST_KEY)
    throw badRequest("idempotency_key_too_long", `Idempotency-Key may have at most ${LONGEST_KEY} characters`);
  return given;
};
