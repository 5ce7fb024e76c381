import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { Folder } from "../channel/folder.entity.ts";
import { User } from "../access/user.entity.ts";

export type Agent = Row<typeof Agent>;
export const Agent = defineEntity({
  name: "Agent",
  tableName: "agents",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("agents_organization_id_fkey")
        .deleteRule("cascade"),
    workflow_uuid: p.uuid().unique("agents_workflow_uuid_key"),
    name: p.text(),
    status: p.enum(["active", "archived"]).default("active"),
    folder_id: () =>
      p
        .manyToOne(Folder)
        .mapToPk()
        .fieldName("folder_id")
        .foreignKeyName("agents_folder_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    template_id: p.text().strictNullable(),
    published_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("published_version_id")
        .foreignKeyName("agents_published_version_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
    draft_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("draft_version_id")
        .foreignKeyName("agents_draft_version_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
    call_disposition_codes: p.json<Record<string, unknown>>().strictNullable(),
    created_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("created_by")
        .foreignKeyName("agents_created_by_fkey")
        .deleteRule("no action")
        .strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
    updated_at: p.datetime().defaultRaw("now()"),
    /** The platform's own, in nobody's list. */
    is_hidden: p.boolean().default(false),
    /** What webhooks of its nodes are signed with; made when it is first needed. */
    webhook_secret_sealed: p.blob().$type<Buffer>().strictNullable(),
  },
  uniques: [{ name: "agents_hidden", properties: ["organization_id"], where: "is_hidden" }],
  indexes: [
    {
      name: "agents_organization",
      expression: "CREATE INDEX agents_organization ON public.agents USING btree (organization_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});

export type AgentVersion = Row<typeof AgentVersion>;
export const AgentVersion = defineEntity({
  name: "AgentVersion",
  tableName: "agent_versions",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("agent_versions_organization_id_fkey")
        .deleteRule("cascade"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("agent_versions_agent_id_fkey")
        .deleteRule("cascade"),
    version_number: p.integer(),
    status: p.enum(["draft", "published", "archived"]),
    definition: p.json<Record<string, unknown>>(),
    configurations: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    template_context_variables: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_at: p.datetime().defaultRaw("now()"),
    published_at: p.datetime().strictNullable(),
  },
  uniques: [{ name: "agent_versions_agent_id_version_number_key", properties: ["agent_id", "version_number"] }],
  policies: [tenantPolicy],
});
