import { DAY_MS } from "../time/durations.rules.ts";
import { hasRole, type MemberRole } from "./member-role.rules.ts";

/** The lifetime of the link in an invitation. */
export const INVITATION_GOOD_FOR_MS = 7 * DAY_MS;

/** The limit keeps strangers from using the platform to send mail. */
export const INVITATIONS_PER_DAY = 100;

/** Returns which of a member's open invitations end when the member's role becomes another one. Only owners make owners. */
export const findRevokedInvitations = (role: MemberRole): "all" | "of_owners" | "none" => {
  if (!hasRole(role, "admin")) return "all";
  return role === "owner" ? "none" : "of_owners";
};
