import type { ScimFault } from "../../domain/access/scim/scim-fault.ts";
import type { ScimGroup, ScimPerson } from "../../infra/postgres/access/scim.entities.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
export const SCIM_TYPE = "application/scim+json";
export const MOST_RESULTS = 200;

export const presentFault = ({ status, message, scimType }: ScimFault) => ({
  schemas: [`${MESSAGES}:Error`],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});

const metaOf = (
  resourceType: "User" | "Group",
  { uuid, created_at, updated_at }: Pick<ScimPerson, "uuid" | "created_at" | "updated_at">,
  base: string,
) => ({
  resourceType,
  created: created_at.toISOString(),
  lastModified: updated_at.toISOString(),
  location: `${base}/${resourceType}s/${uuid}`,
});

export const presentUser = (
  person: ScimPerson,
  groups: readonly { uuid: string; display_name: string }[],
  base: string,
) => ({
  schemas: [`${CORE}:User`],
  id: person.uuid,
  ...(person.external_id !== null && { externalId: person.external_id }),
  userName: person.user_name,
  name: {
    ...(person.given_name !== null && { givenName: person.given_name }),
    ...(person.family_name !== null && { familyName: person.family_name }),
  },
  ...(person.display_name !== null && { displayName: person.display_name }),
  emails: [{ value: person.email, type: "work", primary: true }],
  active: person.active,
  groups: groups.map(({ uuid, display_name: display }) => ({ value: uuid, display })),
  meta: metaOf("User", person, base),
});

export const presentGroup = (
  group: ScimGroup,
  members: readonly { uuid: string; user_name: string }[],
  base: string,
) => ({
  schemas: [`${CORE}:Group`],
  id: group.uuid,
  ...(group.external_id !== null && { externalId: group.external_id }),
  displayName: group.display_name,
  members: members.map(({ uuid, user_name: display }) => ({ value: uuid, display, type: "User" })),
  meta: metaOf("Group", group, base),
});

export const presentList = (
  resources: readonly object[],
  { total, startIndex }: { total: number; startIndex: number },
) => ({
  schemas: [`${MESSAGES}:ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const describeService = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The organization's token, from its settings for single sign-on",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const typeOf = (name: "User" | "Group", base: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${CORE}:${name}`,
  meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
});
export const describeTypes = (base: string) => [typeOf("User", base), typeOf("Group", base)];

interface Attribute {
  name: string;
  type?: "string" | "boolean" | "complex";
  required?: boolean;
  multiValued?: boolean;
  mutability?: "readOnly";
  uniqueness?: "server";
  subAttributes?: Attribute[];
}

const attribute = ({ type = "string", subAttributes, ...rest }: Attribute): object => ({
  type,
  multiValued: false,
  required: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...(type === "string" && { caseExact: false }),
  ...rest,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
});

const schemaOf = (name: "User" | "Group", attributes: readonly Attribute[], base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id: `${CORE}:${name}`,
  name,
  description: name,
  attributes: attributes.map(attribute),
  meta: { resourceType: "Schema", location: `${base}/Schemas/${CORE}:${name}` },
});

const listOf = (name: string, parts: readonly string[], more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "complex",
  multiValued: true,
  subAttributes: parts.map((part) => ({ name: part })),
  ...more,
});

export const describeSchemas = (base: string) => [
  schemaOf(
    "User",
    [
      { name: "userName", required: true, uniqueness: "server" },
      { name: "externalId" },
      { name: "displayName" },
      { name: "name", type: "complex", subAttributes: [{ name: "givenName" }, { name: "familyName" }] },
      { name: "active", type: "boolean" },
      listOf("emails", ["value", "type"]),
      listOf("groups", ["value", "display"], { mutability: "readOnly" }),
    ],
    base,
  ),
  schemaOf(
    "Group",
    [
      { name: "displayName", required: true, uniqueness: "server" },
      { name: "externalId" },
      listOf("members", ["value", "display", "type"]),
    ],
    base,
  ),
];
