import { notFound } from "../../domain/access/scim/scim-fault.ts";
import { type DirectoryGroup, patchGroup, readGroup } from "../../domain/access/scim/scim-group.ts";
import { type DirectoryPerson, patchPerson, readPerson } from "../../domain/access/scim/scim-person.ts";
import type { ScimGroup, ScimPerson } from "../../infra/postgres/access/scim.entities.ts";
import {
  deleteDirectoryPerson,
  deleteGroup,
  findGroup,
  findPersonOfDirectory,
  insertDirectoryPerson,
  listGroupMembers,
  listGroupsOfPerson,
  storeGroup,
  toDirectoryPerson,
  updateDirectoryPerson,
} from "../../infra/postgres/access/scim.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type Keeping, keepMembership } from "./keep-membership.ts";
import { presentGroup, presentUser } from "./scim-answers.ts";

/** What every change of a person or a group needs. */
export interface ScimChange extends Keeping {
  tx: OrganizationTransaction;
  /** Where the resources stand. */
  base: string;
}

/** A resource by its id, and what a request says of it. */
export interface Written {
  uuid: string;
  body: unknown;
}

const requirePerson = async (tx: OrganizationTransaction, uuid: string): Promise<ScimPerson> => {
  const person = await findPersonOfDirectory(tx, uuid);
  if (!person) throw notFound("User", uuid);
  return person;
};

const requireGroup = async (tx: OrganizationTransaction, uuid: string): Promise<ScimGroup> => {
  const group = await findGroup(tx, uuid);
  if (!group) throw notFound("Group", uuid);
  return group;
};

export const getUser = async ({ tx, base }: Pick<ScimChange, "tx" | "base">, uuid: string) => {
  const person = await requirePerson(tx, uuid);
  return presentUser(person, await listGroupsOfPerson(tx, uuid), base);
};

export const createUser = async (change: ScimChange, { uuid, body }: Written) => {
  const { tx, organizationId } = change;
  const person = await insertDirectoryPerson(tx, { organizationId, uuid, person: readPerson(body) });
  await keepMembership(tx, person, change);
  return getUser(change, uuid);
};

const writeUser = async (change: ScimChange, uuid: string, read: (present: ScimPerson) => DirectoryPerson) => {
  const { tx, at } = change;
  const present = await requirePerson(tx, uuid);
  await keepMembership(tx, await updateDirectoryPerson(tx, { uuid, person: read(present), at }), change);
  return getUser(change, uuid);
};

export const replaceUser = (change: ScimChange, { uuid, body }: Written) =>
  writeUser(change, uuid, () => readPerson(body));

export const patchUser = (change: ScimChange, { uuid, body }: Written) =>
  writeUser(change, uuid, (present) => patchPerson(toDirectoryPerson(present), body));

/** Removes a person: they are no member from then on. */
export const deleteUser = async (change: ScimChange, { uuid }: Written): Promise<null> => {
  const person = await requirePerson(change.tx, uuid);
  await keepMembership(change.tx, { ...person, active: false }, change);
  await deleteDirectoryPerson(change.tx, uuid);
  return null;
};

export const getGroup = async ({ tx, base }: Pick<ScimChange, "tx" | "base">, uuid: string) => {
  const group = await requireGroup(tx, uuid);
  return presentGroup(group, await listGroupMembers(tx, uuid), base);
};

const membersOf = async (tx: OrganizationTransaction, uuid: string): Promise<Set<string>> =>
  new Set((await listGroupMembers(tx, uuid)).map((member) => member.uuid));

/** A change of a group, or of its name, may be one of its members' roles. */
const keepAll = async (change: ScimChange, uuids: ReadonlySet<string>): Promise<void> => {
  for (const uuid of uuids) await keepMembership(change.tx, await requirePerson(change.tx, uuid), change);
};

const writeGroup = async (
  change: ScimChange,
  { uuid, group, before }: { uuid: string; group: DirectoryGroup; before: ReadonlySet<string> },
) => {
  const { tx, organizationId, at } = change;
  await storeGroup(tx, { organizationId, uuid, group, at });
  await keepAll(change, new Set([...before, ...group.members]));
  return getGroup(change, uuid);
};

export const createGroup = (change: ScimChange, { uuid, body }: Written) =>
  writeGroup(change, { uuid, group: readGroup(body), before: new Set() });

export const replaceGroup = async (change: ScimChange, { uuid, body }: Written) => {
  await requireGroup(change.tx, uuid);
  return writeGroup(change, { uuid, group: readGroup(body), before: await membersOf(change.tx, uuid) });
};

export const patchGroupOfDirectory = async (change: ScimChange, { uuid, body }: Written) => {
  const { display_name: displayName, external_id: externalId } = await requireGroup(change.tx, uuid);
  const members = await membersOf(change.tx, uuid);
  const group = patchGroup({ displayName, externalId, members }, body);
  return writeGroup(change, { uuid, group, before: members });
};

export const removeGroup = async (change: ScimChange, { uuid }: Written): Promise<null> => {
  await requireGroup(change.tx, uuid);
  const members = await membersOf(change.tx, uuid);
  await deleteGroup(change.tx, uuid);
  await keepAll(change, members);
  return null;
};
