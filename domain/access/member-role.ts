/** What a member of an organization may do there, from the least to the most. */
export const MEMBER_ROLES = ["viewer", "operator", "admin", "owner"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Only admins and owners make a link to another member's new password, and only owners make one for an owner. */
export const mayResetPasswordOf = (maker: MemberRole, member: MemberRole): boolean =>
  maker === "owner" || (maker === "admin" && member !== "owner");
