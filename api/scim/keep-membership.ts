import { readDomain } from "../../domain/access/email-address.ts";
import { applyRole, chooseRole, type ProvidedRole } from "../../domain/access/identity-provider.ts";
import { isLastOwner } from "../../domain/access/member-role.rules.ts";
import { invalidValue, ScimFault } from "../../domain/access/scim/scim-fault.ts";
import { nameOfPerson } from "../../domain/access/scim/scim-person.ts";
import { findIdentityProvider, isProvedDomain } from "../../infra/postgres/access/identity-provider.repository.ts";
import {
  addMember,
  countOwners,
  findMember,
  lockMembers,
  type Member,
  removeMember,
  setMemberRole,
} from "../../infra/postgres/access/members.repository.ts";
import { createPerson, findPerson } from "../../infra/postgres/access/person.repository.ts";
import type { ScimPerson } from "../../infra/postgres/access/scim.entities.ts";
import {
  changeAccount,
  listGroupsOfPerson,
  setAccountOfPerson,
  toDirectoryPerson,
} from "../../infra/postgres/access/scim.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";

/** What a change needs besides the transaction. */
export interface Keeping {
  organizationId: number;
  at: Date;
  /** Of a password that nobody knows, for an account that is made. */
  passwordHash: string;
}

/**
 * Makes the membership of somebody what the directory says: a member in the role of their groups while they are active, and nobody
 * otherwise. Who is no member any more has no session and no key from the next request on, and their streams end within a second.
 */
export const keepMembership = async (
  tx: OrganizationTransaction,
  person: ScimPerson,
  keeping: Keeping,
): Promise<void> => {
  await lockMembers(tx, keeping.organizationId);
  const role = person.active ? await decideRole(tx, person) : null;
  const present = await findPresentMember(tx, person);
  if (!role) {
    // Groups make no owners, and take none away.
    const stays = person.active && present?.role === "owner";
    if (present && !stays) await leave(tx, present, keeping);
    return;
  }
  const userId = person.user_id ?? (await findOrMakeAccount(tx, person, keeping));
  const member = present ?? (await findMember(tx, userId));
  if (!member) await join(tx, { userId, role, person }, keeping);
  else if (applyRole(member.role, role) !== member.role) {
    await setMemberRole(tx, { userId, role });
    tell(tx, keeping, `${member.email} is ${role} now by the directory, and was ${member.role}`);
  }
  await bringAccountUpToDate(tx, { userId, person }, keeping);
};

/**
 * Finds the member that the directory speaks of. Somebody who was a member before it did is known by their address, also where the first
 * word of them is that they have left.
 */
const findPresentMember = async (tx: OrganizationTransaction, person: ScimPerson): Promise<Member | undefined> => {
  if (person.user_id !== null) return findMember(tx, person.user_id);
  if (person.active || !(await isProvedDomain(tx, readDomain(person.email)))) return undefined;
  const known = await findPerson(tx, person.email);
  return known && findMember(tx, known.user_id);
};

/** Without an identity provider there are no roles of groups: who is active is a viewer. */
const decideRole = async (tx: OrganizationTransaction, { uuid }: ScimPerson): Promise<ProvidedRole | null> => {
  const provider = await findIdentityProvider(tx);
  if (!provider) return "viewer";
  const groups = (await listGroupsOfPerson(tx, uuid)).map(({ display_name: name }) => name);
  return chooseRole(groups, { groupRoles: provider.group_roles, defaultRole: provider.default_role });
};

const leave = async (tx: OrganizationTransaction, member: Member, keeping: Keeping): Promise<void> => {
  if (isLastOwner(member.role, await countOwners(tx)))
    throw new ScimFault(409, "This is the organization's last owner; make somebody else an owner first", "mutability");
  await removeMember(tx, member, keeping.at);
  tell(tx, keeping, `${member.email} is no longer a member, by the directory`);
};

/** Only addresses of proved domains: a directory makes no members of strangers. */
const findOrMakeAccount = async (
  tx: OrganizationTransaction,
  person: ScimPerson,
  keeping: Keeping,
): Promise<number> => {
  await requireProvedDomain(tx, person.email);
  const known = await findPerson(tx, person.email);
  const name = nameOfPerson(toDirectoryPerson(person));
  const { passwordHash } = keeping;
  const userId = known?.user_id ?? (await createPerson(tx, { email: person.email, name, passwordHash }));
  await setAccountOfPerson(tx, person.uuid, userId);
  return userId;
};

const requireProvedDomain = async (tx: OrganizationTransaction, email: string): Promise<void> => {
  const domain = readDomain(email);
  if (await isProvedDomain(tx, domain)) return;
  throw invalidValue(`The domain ${domain} is not proved to be the organization's: an owner proves it in the settings`);
};

const join = async (
  tx: OrganizationTransaction,
  { userId, role, person }: { userId: number; role: ProvidedRole; person: ScimPerson },
  keeping: Keeping,
): Promise<void> => {
  await addMember(tx, { organizationId: keeping.organizationId, userId, role });
  tell(tx, keeping, `${person.email} joined as ${role} by the directory`);
};

const bringAccountUpToDate = async (
  tx: OrganizationTransaction,
  { userId, person }: { userId: number; person: ScimPerson },
  { organizationId }: Keeping,
): Promise<void> => {
  const member = await findMember(tx, userId);
  const name = nameOfPerson(toDirectoryPerson(person)) ?? member?.name ?? null;
  if (!member || (member.email === person.email && member.name === name)) return;
  if (member.email.toLowerCase() !== person.email.toLowerCase()) {
    // A link to a new password goes to the address: who has the directory's token would be owner by it.
    if (member.role === "owner") return;
    await requireProvedDomain(tx, person.email);
  }
  await changeAccount(tx, { userId, organizationId, email: person.email, name });
};

const tell = (tx: OrganizationTransaction, { organizationId }: Keeping, summary: string): void =>
  recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: "system", summary });
