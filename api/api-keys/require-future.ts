import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Throws 422 for an end that has passed. */
export const requireFuture = ({ clock }: OperationContext, expiresAt: Date | null): void => {
  if (expiresAt && expiresAt <= clock.now())
    throw invalidField(["expires_at"], "This time has passed: name a later one, or archive the key to stop it now");
};
