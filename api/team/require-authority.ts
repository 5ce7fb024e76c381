import type { OperationContext } from "../http/operation-context.ts";
import { ownersOnly } from "./members.errors.ts";
import type { MemberRole } from "./members.schemas.ts";

/** Throws unless the actor may give or take these roles: nobody may change a role above their own. */
export const requireAuthorityOver = ({ actor }: OperationContext, ...roles: readonly MemberRole[]): void => {
  if (roles.includes("owner") && actor.role !== "owner") throw ownersOnly();
};
