import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";
import { User } from "./user.entity.ts";

/** The bearer token with which an organization's directory keeps its people here. */
export type ScimToken = Row<typeof ScimToken>;
export const ScimToken = defineEntity({
  name: "ScimToken",
  tableName: "scim_tokens",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("scim_tokens_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    token_prefix: p.text(),
    token_hash: p.blob().$type<Buffer>().unique("scim_tokens_token_hash_key"),
    created_at: createdAt(),
    last_used_at: optional.time(),
  },
  policies: [tenantPolicy],
});

/** Somebody as the directory has them; a member while active, and in a group that has a role. */
export type ScimPerson = Row<typeof ScimPerson>;
export const ScimPerson = defineEntity({
  name: "ScimPerson",
  tableName: "scim_people",
  properties: {
    organization_id: () => organizationId("scim_people"),
    uuid: p.uuid().primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("scim_people_user_id_fkey")
        .deleteRule("set null")
        .updateRule("no action")
        .strictNullable()
        .default(null),
    user_name: p.text(),
    external_id: optional.text(),
    email: p.text(),
    display_name: optional.text(),
    given_name: optional.text(),
    family_name: optional.text(),
    active: p.boolean(),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  indexes: [
    {
      name: "scim_people_user_name",
      expression:
        "CREATE UNIQUE INDEX scim_people_user_name ON public.scim_people USING btree (organization_id, lower(user_name))",
    },
    { name: "scim_people_user", properties: ["user_id"] },
  ],
  policies: [tenantPolicy],
});

export type ScimGroup = Row<typeof ScimGroup>;
export const ScimGroup = defineEntity({
  name: "ScimGroup",
  tableName: "scim_groups",
  properties: {
    organization_id: () => organizationId("scim_groups"),
    uuid: p.uuid().primary(),
    display_name: p.text(),
    external_id: optional.text(),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  indexes: [
    {
      name: "scim_groups_display_name",
      expression:
        "CREATE UNIQUE INDEX scim_groups_display_name ON public.scim_groups USING btree (organization_id, lower(display_name))",
    },
  ],
  policies: [tenantPolicy],
});

export type ScimGroupMember = Row<typeof ScimGroupMember>;
export const ScimGroupMember = defineEntity({
  name: "ScimGroupMember",
  tableName: "scim_group_members",
  properties: {
    organization_id: () => organizationId("scim_group_members"),
    group_uuid: () =>
      p
        .manyToOne(ScimGroup)
        .mapToPk()
        .fieldName("group_uuid")
        .foreignKeyName("scim_group_members_group_uuid_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    person_uuid: () =>
      p
        .manyToOne(ScimPerson)
        .mapToPk()
        .fieldName("person_uuid")
        .foreignKeyName("scim_group_members_person_uuid_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
  },
  indexes: [{ name: "scim_group_members_person", properties: ["person_uuid"] }],
  policies: [tenantPolicy],
});
