import { z } from "zod";
import { invalidPath, invalidValue, ScimFault } from "./scim-fault.ts";
import { nameAttribute } from "./scim-filter.ts";
import { readPatch } from "./scim-person.ts";

export interface DirectoryGroup {
  displayName: string;
  externalId: string | null;
  /** The ids of its people. */
  members: ReadonlySet<string>;
}

const text = z.string().trim().min(1).max(255);
const MOST_MEMBERS = 10_000;
const members = z.array(z.object({ value: z.uuid() })).max(MOST_MEMBERS);
const group = z.object({
  displayName: text,
  externalId: text.nullish(),
  members: members.nullish(),
});

const readMembers = (value: unknown): string[] => {
  const read = members.safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw invalidValue("The members are not given as a list of {value: id}");
  return read.data.map(({ value: id }) => id);
};

/** Reads a whole group, of POST and PUT. */
export const readGroup = (body: unknown): DirectoryGroup => {
  const read = group.safeParse(body);
  if (!read.success) throw invalidValue(`The group does not fit: ${read.error.issues[0]?.path.join(".") ?? ""}`);
  const { displayName, externalId, members: people } = read.data;
  return { displayName, externalId: externalId ?? null, members: new Set((people ?? []).map(({ value }) => value)) };
};

const ONE_MEMBER = /^members\[value eq "([^"]+)"\]$/i;

/** Applies a PATCH to a group. */
export const patchGroup = (present: DirectoryGroup, body: unknown): DirectoryGroup => {
  let { displayName, externalId } = present;
  const people = new Set(present.members);
  const set = (path: string, value: unknown, op: "add" | "replace" | "remove"): void => {
    const named = nameAttribute(path);
    if (named === "displayname") displayName = readText(value);
    else if (named === "externalid") externalId = value === null || op === "remove" ? null : readText(value);
    else if (named === "members") changeMembers(people, op, value);
    else if (named !== "id" && named !== "schemas" && named !== "meta") throw invalidPath(path);
  };
  for (const { op, path, value } of readPatch(body)) {
    const [, one] = ONE_MEMBER.exec(path ?? "") ?? [];
    if (one !== undefined && op === "remove") people.delete(one);
    else if (path !== undefined) set(path, value, op);
    else if (op === "remove" || typeof value !== "object" || value === null)
      throw new ScimFault(400, "The operation needs a path", "noTarget");
    else for (const [each, part] of Object.entries(value)) set(each, part, op);
  }
  if (people.size > MOST_MEMBERS) throw invalidValue(`A group has at most ${MOST_MEMBERS} members`);
  return { displayName, externalId, members: people };
};

const readText = (value: unknown): string => {
  const read = text.safeParse(value);
  if (!read.success) throw invalidValue("A group needs a displayName of 1 to 255 characters");
  return read.data;
};

/** A removal without values empties the group. */
const changeMembers = (people: Set<string>, op: "add" | "replace" | "remove", value: unknown): void => {
  const named = value === undefined || value === null ? [] : readMembers(value);
  if (op === "replace" || (op === "remove" && named.length === 0)) people.clear();
  for (const id of named) {
    if (op === "remove") people.delete(id);
    else people.add(id);
  }
};
