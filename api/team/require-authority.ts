import { requireProduction } from "../http/require-production.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { ownersOnly } from "./members.errors.ts";
import type { MemberRole } from "./members.schemas.ts";

/**
 * Throws unless the actor may give or take these roles: nobody may change a role above their own, and a sandbox key gives nobody
 * more rights than it has.
 */
export const requireAuthorityOver = ({ actor }: OperationContext, ...roles: readonly MemberRole[]): void => {
  requireProduction(actor, "change who belongs to the organization, and as what");
  if (roles.includes("owner") && actor.role !== "owner") throw ownersOnly();
};
