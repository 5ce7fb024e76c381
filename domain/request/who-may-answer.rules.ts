import { type MemberRole, rolesFrom } from "../access/member-role.rules.ts";
import type { RequestKind, RequestState } from "./request.rules.ts";

/** The least role that answers requests of each kind. */
const LEAST_ROLES: Readonly<Record<RequestKind, MemberRole>> = {
  question: "operator",
  action: "operator",
  edit: "admin",
  secret: "admin",
};

/** Returns the roles that may answer requests of a kind. */
export const listRolesThatSettle = (kind: RequestKind): readonly MemberRole[] => rolesFrom(LEAST_ROLES[kind]);

/**
 * Tells whether somebody has answered before. The first valid answer counts, and later ones are told whose it was; where there was none,
 * the request has expired.
 */
export const wasAnsweredBefore = <Request extends { state: RequestState; settled_by: string | null }>(
  request: Request,
): request is Request & { settled_by: string } => request.state === "settled" && request.settled_by !== null;
