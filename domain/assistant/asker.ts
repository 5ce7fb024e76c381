import { hasRole, type MemberRole } from "../access/member-role.rules.ts";

/** The person who asked the assistant. It can read and do what that person's role allows, and nothing else. */
export interface Asker {
  userId: number;
  /** The role of the credential with which the message was posted. */
  role: MemberRole;
  environment: "production" | "sandbox";
}

/**
 * Returns the lesser of two roles: a person who has lost a role since they asked is answered with the role that is
 * left.
 */
export const chooseLesserRole = (one: MemberRole, other: MemberRole): MemberRole => (hasRole(one, other) ? other : one);
