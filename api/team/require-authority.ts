import type { OperationContext } from "../http/operation-context.ts";
import { ownersOnly } from "./members.errors.ts";
import type { MemberRole } from "./members.schemas.ts";

/** Nobody gives or takes a role above their own: owners are an owner's business. */
export const requireAuthorityOver = ({ actor }: OperationContext, ...roles: readonly MemberRole[]): void => {
  if (roles.includes("owner") && actor.role !== "owner") throw ownersOnly();
};
