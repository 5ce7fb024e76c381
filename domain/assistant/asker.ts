const ROLES = ["viewer", "operator", "supervisor", "admin", "owner"] as const;
export type AskerRole = (typeof ROLES)[number];

/** The person who asked the assistant. It can read and do what that person's role allows, and nothing else. */
export interface Asker {
  userId: number;
  /** The role of the credential with which the message was posted. */
  role: AskerRole;
  environment: "production" | "sandbox";
}

export const mayUse = (role: AskerRole, permission: AskerRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(permission);

/**
 * Returns the lesser of two roles: a person who has lost a role since they asked is answered with the role that is
 * left.
 */
export const chooseLesserRole = (one: AskerRole, other: AskerRole): AskerRole => (mayUse(one, other) ? other : one);
