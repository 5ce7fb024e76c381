import { MEMBER_ROLES, type MemberRole } from "./member-role.rules.ts";

/** Roles that a provider's groups give: owners are made by owners. */
export const PROVIDED_ROLES = ["viewer", "operator", "supervisor", "admin"] as const;
export type ProvidedRole = (typeof PROVIDED_ROLES)[number];

export interface GroupRole {
  group: string;
  role: ProvidedRole;
}

/** Roles by group that an organization says, and domains that it adds. */
export const MOST_GROUP_ROLES = 100;
export const MOST_DOMAINS = 100;

/** How far the clocks of provider and platform may be apart. */
export const CLOCKS_APART_SECONDS = 60;

/** How long somebody may take at the provider. */
export const PROVIDER_MINUTES = 10;

/** Who reads these mailboxes runs the domain, and nobody else (RFC 2142, and the rules for certificates). */
export const PROOF_MAILBOXES = ["admin", "administrator", "hostmaster", "postmaster", "webmaster"] as const;

/** A link to such a mailbox is good for this long. */
export const PROOF_LINK_HOURS = 24;

/** Returns the name and the text of the DNS record that proves a domain. */
export const describeProof = (domain: string, token: string) => ({
  name: `_ringdown.${domain}`,
  text: `ringdown-domain=${token}`,
});

/** Returns the highest role that the groups give, else the default one; null: they give none. */
export const chooseRole = (
  groups: readonly string[],
  { groupRoles, defaultRole }: { groupRoles: readonly GroupRole[]; defaultRole: ProvidedRole | null },
): ProvidedRole | null => {
  const roles = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return PROVIDED_ROLES.findLast((role) => roles.includes(role)) ?? defaultRole;
};

/** Returns the role of a member after the provider has told theirs: an owner stays one. */
export const applyRole = (present: MemberRole, provided: ProvidedRole): MemberRole =>
  present === MEMBER_ROLES.at(-1) ? present : provided;
