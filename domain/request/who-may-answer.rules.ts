import { type MemberRole, rolesFrom } from "../access/member-role.rules.ts";
import type { RequestKind, RequestState } from "./request.rules.ts";

/** Returns the roles that may answer: operators for questions and actions, admins for edits and keys. */
export const listRolesThatSettle = (kind: RequestKind): readonly MemberRole[] =>
  rolesFrom(kind === "edit" || kind === "secret" ? "admin" : "operator");

/**
 * Tells whether somebody has answered before. The first valid answer counts, and later ones are told whose it was; where there was none,
 * the request has expired.
 */
export const wasAnsweredBefore = <Request extends { state: RequestState; settled_by: string | null }>(
  request: Request,
): request is Request & { settled_by: string } => request.state === "settled" && request.settled_by !== null;
