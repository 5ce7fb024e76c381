import { z } from "zod";
import { emailAddress as email } from "../email-address.ts";
import { invalidPath, invalidValue, ScimFault } from "./scim-fault.ts";
import { nameAttribute } from "./scim-filter.ts";

/** What is kept of a person of a directory. Other attributes are read over, as RFC 7643 lets a provider do. */
export interface DirectoryPerson {
  userName: string;
  externalId: string | null;
  email: string;
  displayName: string | null;
  givenName: string | null;
  familyName: string | null;
  active: boolean;
}

/** What a request says of a person: an absent attribute says nothing, null clears one. */
type PersonChange = { [K in keyof DirectoryPerson]?: DirectoryPerson[K] | null };

const text = z.string().trim().min(1).max(255);
const clearable = text.nullable();
/** Some directories write booleans as texts. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);
const emails = z.array(z.object({ value: email, primary: flag.optional(), type: z.string().optional() })).max(20);

/** The attributes that are kept, by their path in lower case. */
const ATTRIBUTES: Readonly<
  Record<string, { field: keyof DirectoryPerson; schema: z.ZodType<string | boolean | null> }>
> = {
  username: { field: "userName", schema: text },
  externalid: { field: "externalId", schema: clearable },
  displayname: { field: "displayName", schema: clearable },
  "name.givenname": { field: "givenName", schema: clearable },
  "name.familyname": { field: "familyName", schema: clearable },
  active: { field: "active", schema: flag },
};

const EMAIL_PATH = /^emails\[[^\]]*\]\.value$|^emails\.value$/;
/** A name that stands in a schema that is not kept. */
const OTHER =
  /^urn:|^(?:schemas|id|meta|groups|roles|password|nickname|profileurl|title|usertype|preferredlanguage|locale|timezone|phonenumbers|ims|photos|addresses|entitlements|x509certificates|name)(?:[.[]|$)/;

/** Reads one attribute into the change; returns false for one that is not kept. Throws a fault for a value that does not fit. */
const readAttribute = (change: PersonChange, path: string, value: unknown): boolean => {
  const named = nameAttribute(path);
  const known = ATTRIBUTES[named];
  if (known) {
    const read = known.schema.safeParse(value === "" ? null : value);
    if (!read.success) throw invalidValue(`The value of ${path} does not fit: ${read.error.issues[0]?.message ?? ""}`);
    Object.assign(change, { [known.field]: read.data });
    return true;
  }
  if (EMAIL_PATH.test(named)) {
    change.email = readEmail(value);
    return true;
  }
  if (named === "emails") {
    change.email = chooseEmail(value);
    return true;
  }
  if (named === "name" && typeof value === "object" && value !== null) {
    for (const [part, each] of Object.entries(value)) readAttribute(change, `name.${part}`, each);
    return true;
  }
  return false;
};

const readEmail = (value: unknown): string => {
  const read = email.safeParse(value);
  if (!read.success) throw invalidValue("The address in emails is none");
  return read.data;
};

/** The primary address, else the one of work, else the first. */
const chooseEmail = (value: unknown): string => {
  const read = emails.safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw invalidValue("The addresses in emails are none");
  const chosen =
    read.data.find(({ primary }) => primary) ?? read.data.find(({ type }) => type === "work") ?? read.data[0];
  if (!chosen) throw invalidValue("A person needs an address in emails");
  return chosen.value;
};

const readObject = (body: unknown): Record<string, unknown> => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ScimFault(400, "The body is no JSON object", "invalidSyntax");
  return { ...body };
};

/** Reads a whole person, of POST and PUT. Throws a fault where something is missing. */
export const readPerson = (body: unknown): DirectoryPerson => {
  const change: PersonChange = {};
  for (const [path, value] of Object.entries(readObject(body))) readAttribute(change, path, value);
  return completePerson(change);
};

/** A user name that is an address serves as one where there is no other. */
const completePerson = ({ userName, email: address, active, ...rest }: PersonChange): DirectoryPerson => {
  if (!userName) throw invalidValue("A person needs a userName");
  const chosen = address ?? email.safeParse(userName).data;
  if (!chosen) throw invalidValue("A person needs an address in emails, or as the userName");
  return {
    userName,
    email: chosen,
    active: active ?? true,
    externalId: rest.externalId ?? null,
    displayName: rest.displayName ?? null,
    givenName: rest.givenName ?? null,
    familyName: rest.familyName ?? null,
  };
};

const patch = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().max(500).optional(), value: z.unknown().optional() }))
    .min(1)
    .max(1_000),
});

interface PatchOperation {
  op: "add" | "replace" | "remove";
  path: string | undefined;
  value: unknown;
}

/** Reads a PATCH (RFC 7644, 3.5.2); directories write its words in upper and lower case. */
export const readPatch = (body: unknown): PatchOperation[] => {
  const given = readObject(body);
  const named = Object.entries(given).find(([name]) => name.toLowerCase() === "operations");
  const read = patch.safeParse({ Operations: named?.[1] });
  if (!read.success) throw new ScimFault(400, "The body has no Operations", "invalidSyntax");
  return read.data.Operations.map(({ op, path, value }) => {
    const word = op.toLowerCase();
    if (word !== "add" && word !== "replace" && word !== "remove")
      throw new ScimFault(400, `The operation ${op} is none of add, replace and remove`, "invalidSyntax");
    return { op: word, path, value };
  });
};

/** Applies a PATCH to a person. */
export const patchPerson = (person: DirectoryPerson, body: unknown): DirectoryPerson => {
  const change: PersonChange = {};
  for (const { op, path, value } of readPatch(body)) {
    if (path === undefined) {
      if (op === "remove") throw new ScimFault(400, "A removal needs a path", "noTarget");
      for (const [each, part] of Object.entries(readObject(value))) readKept(change, each, part);
    } else readKept(change, path, op === "remove" ? null : value);
  }
  return completePerson({ ...person, ...change });
};

const readKept = (change: PersonChange, path: string, value: unknown): void => {
  if (value === null && /^emails/i.test(path)) throw invalidValue("A person needs an address in emails");
  if (readAttribute(change, path, value)) return;
  if (!OTHER.test(nameAttribute(path))) throw invalidPath(path);
};

/** The name by which people know somebody; null: the directory tells none. */
export const nameOfPerson = ({ displayName, givenName, familyName }: DirectoryPerson): string | null =>
  displayName ?? ([givenName, familyName].filter(Boolean).join(" ") || null);
