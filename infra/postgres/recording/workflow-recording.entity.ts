import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../access/user.entity.ts";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type WorkflowRecording = Row<typeof WorkflowRecording>;
export const WorkflowRecording = defineEntity({
  name: "WorkflowRecording",
  tableName: "workflow_recordings",
  properties: {
    id: id(),
    organization_id: () => organizationId("workflow_recordings"),
    /** The id that definitions and tools use. */
    recording_id: p.text(),
    state: p.enum(["uploading", "ready"]).default("uploading"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("workflow_recordings_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    filename: p.text(),
    content_type: p.text(),
    object_key: p.text().unique("workflow_recordings_object_key_key"),
    /** The declared size; after the file was checked, its own. Null until then for older rows. */
    size_bytes: optional.bigint(),
    /** The length of the sound; null where its file does not tell. */
    length_ms: optional.integer(),
    transcript: p.text().default(""),
    tts_provider: optional.text(),
    tts_model: optional.text(),
    tts_voice_id: optional.text(),
    metadata: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("created_by")
        .foreignKeyName("workflow_recordings_created_by_fkey")
        .deleteRule("set null")
        .strictNullable(),
    created_at: createdAt(),
  },
  uniques: [
    {
      name: "workflow_recordings_organization_id_recording_id_key",
      properties: ["organization_id", "recording_id"],
    },
  ],
  indexes: [
    {
      name: "workflow_recordings_list",
      expression:
        "CREATE INDEX workflow_recordings_list ON public.workflow_recordings USING btree (organization_id, id DESC) WHERE (state = 'ready'::text)",
    },
    { name: "workflow_recordings_agent", properties: ["agent_id"] },
    {
      name: "workflow_recordings_uploading",
      expression:
        "CREATE INDEX workflow_recordings_uploading ON public.workflow_recordings USING btree (created_at) WHERE (state = 'uploading'::text)",
    },
  ],
  checks: [
    {
      name: "workflow_recordings_recording_id_check",
      expression: "recording_id ~ '^[A-Za-z0-9_-]{1,64}$'::text",
    },
  ],
  policies: [tenantPolicy],
});
