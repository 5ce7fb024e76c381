import { mayChangeRoles } from "../../domain/access/member-role.rules.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { requireUnscoped } from "../http/require-scope.ts";
import { ownersOnly } from "./members.errors.ts";
import type { MemberRole } from "./members.schemas.ts";

/**
 * Throws unless the actor may give or take these roles: nobody may change a role above their own, and a sandbox key gives nobody
 * more rights than it has; nor does a key with scopes, which people do not have.
 */
export const requireAuthorityOver = ({ actor }: OperationContext, ...roles: readonly MemberRole[]): void => {
  requireProduction(actor, "change who belongs to the organization, and as what");
  if (roles.length > 0) requireUnscoped(actor, "make or change members, who have no scopes");
  if (!mayChangeRoles(actor.role, roles)) throw ownersOnly();
};
