/** What a member of an organization may do there, from the least to the most. */
export const MEMBER_ROLES = ["viewer", "operator", "supervisor", "admin", "owner"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles of keys and of programs that people let in, from the least to the most. */
export const CLIENT_ROLES = ["viewer", "operator", "admin"] as const;

/** Tells whether a member of this role may do what another role may. */
export const hasRole = (role: MemberRole, needed: MemberRole): boolean =>
  MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(needed);

/** Returns the roles that may do what this one may, from the least to the most. */
export const rolesFrom = (needed: MemberRole): readonly MemberRole[] =>
  MEMBER_ROLES.filter((role) => hasRole(role, needed));

/** Returns the role of a key: its maker's, but no key acts as an owner. */
export const findRoleOfKey = (maker: MemberRole): MemberRole => (maker === "owner" ? "admin" : maker);

/** Only admins and owners make a link to another member's new password, and only owners make one for an owner. */
export const mayResetPasswordOf = (maker: MemberRole, member: MemberRole): boolean =>
  maker === "owner" || (maker === "admin" && member !== "owner");

/** Nobody gives or takes a role above their own; below it, admins may. */
export const mayChangeRoles = (maker: MemberRole, roles: readonly MemberRole[]): boolean =>
  maker === "owner" || !roles.includes("owner");

/** Tells whether an organization would be without an owner if this member went or got another role. */
export const isLastOwner = (member: MemberRole, owners: number): boolean => member === "owner" && owners === 1;
