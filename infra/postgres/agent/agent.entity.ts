import { defineEntity, p } from "@mikro-orm/core";
import { AGENT_STATUSES, VERSION_STATUSES } from "../../../domain/agent/usable-agent-version.ts";
import { Channel } from "../channel/channel.entity.ts";
import { createdAt, createdBy, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Agent = Row<typeof Agent>;
export const Agent = defineEntity({
  name: "Agent",
  tableName: "agents",
  properties: {
    id: id(),
    organization_id: () => organizationId("agents"),
    workflow_uuid: p.uuid().unique("agents_workflow_uuid_key"),
    name: p.text(),
    status: p.enum([...AGENT_STATUSES]).default("active"),
    folder_id: () =>
      p
        .manyToOne(Channel)
        .mapToPk()
        .fieldName("folder_id")
        .foreignKeyName("agents_folder_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    template_id: optional.text(),
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
    created_by: () => createdBy("agents"),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
    /** The platform's own agent, which no list shows. */
    is_hidden: p.boolean().default(false),
    /** The secret that signs the webhooks of its nodes; created at the first use. */
    webhook_secret_sealed: optional.bytes(),
    environment: environment(),
    /** A version is published only after a green rehearsal of it. */
    publish_needs_rehearsal: p.boolean().default(false),
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
    id: id(),
    organization_id: () => organizationId("agent_versions"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("agent_versions_agent_id_fkey")
        .deleteRule("cascade"),
    version_number: p.integer(),
    status: p.enum([...VERSION_STATUSES]),
    definition: p.json<Record<string, unknown>>(),
    configurations: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    template_context_variables: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_at: createdAt(),
    published_at: optional.time(),
  },
  uniques: [{ name: "agent_versions_agent_id_version_number_key", properties: ["agent_id", "version_number"] }],
  policies: [tenantPolicy],
});
