import { defineEntity, p } from "@mikro-orm/core";
import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

type VoiceJson = { [Setting in keyof AgentVoice]: AgentVoice[Setting] };

export type TemplateHire = Row<typeof TemplateHire>;
export const TemplateHire = defineEntity({
  name: "TemplateHire",
  tableName: "template_hires",
  properties: {
    id: id(),
    organization_id: () => organizationId("template_hires"),
    /** The uuid of the request; the ids of the agent, its tools and its documents are derived from it. */
    uuid: p.uuid().unique("template_hires_uuid_key"),
    template_id: p.text(),
    template_version: p.text(),
    language: p.text(),
    agent_name: p.text(),
    variables: p.json<Record<string, string>>(),
    /** Null: the template's own greeting. */
    greeting: optional.text(),
    voice: p.json<VoiceJson>().strictNullable().default(null),
    source: optional.text(),
    state: p.enum(["running", "hired", "failed"]).default("running"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("template_hires_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
    error: optional.text(),
    actor: p.text(),
    created_by: () => createdBy("template_hires"),
    created_at: createdAt(),
    finished_at: optional.time(),
    /** The template's content when the agent last followed it; null: the agent's first version. */
    base: p.json<Record<string, unknown>>().strictNullable().default(null),
    /** A proposed upgrade: the request, the version, and the base after its publication. */
    upgrade: p.json<Record<string, unknown>>().strictNullable().default(null),
    /** Documents of an upgrade that is published, until each of them exists; null: none is due. */
    documents_due: p.json<Record<string, unknown>>().strictNullable().default(null),
  },
  indexes: [
    {
      name: "template_hires_organization",
      expression:
        "CREATE INDEX template_hires_organization ON public.template_hires USING btree (organization_id, id DESC)",
    },
    { name: "template_hires_unfinished", properties: ["created_at"], where: "(state = 'running'::text)" },
  ],
  policies: [tenantPolicy],
});
