import { defineEntity, p } from "@mikro-orm/core";
import type { RunModelUsage } from "../../../domain/model/model-usage.ts";
import { REPLY_STATES } from "../../../domain/thread/draft-status.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Thread } from "./thread.entity.ts";

export type ThreadReply = Row<typeof ThreadReply>;
export const ThreadReply = defineEntity({
  name: "ThreadReply",
  tableName: "thread_replies",
  properties: {
    id: id(),
    organization_id: () => organizationId("thread_replies"),
    thread_id: () =>
      p
        .manyToOne(Thread)
        .mapToPk()
        .fieldName("thread_id")
        .foreignKeyName("thread_replies_thread_id_fkey")
        .deleteRule("cascade"),
    event_id: p.bigint("number"),
    /** Null: the assistant replies. */
    agent_id: optional.bigint(),
    run_id: optional.bigint(),
    folder_id: optional.bigint(),
    state: p.enum(REPLY_STATES).default("waiting"),
    text: p.text().default(""),
    error: optional.text(),
    /** The person who asks the assistant, and their role; null where an agent replies. */
    asker: p.json<Record<string, unknown>>().strictNullable().default(null),
    created_at: createdAt(),
    started_at: optional.time(),
    updated_at: p.datetime().defaultRaw("now()"),
    ended_at: optional.time(),
    /** The usage of models for it; null: an agent's reply, whose run has it, or no model was asked. */
    model_usage: p.json<RunModelUsage>().strictNullable().default(null),
  },
  indexes: [
    { name: "thread_replies_run", properties: ["run_id"], where: "(run_id IS NOT NULL)" },
    {
      name: "thread_replies_usage",
      properties: ["organization_id", "created_at"],
      where: "(model_usage IS NOT NULL)",
    },
    {
      name: "thread_replies_event",
      expression:
        "CREATE UNIQUE INDEX thread_replies_event ON public.thread_replies USING btree (organization_id, event_id)",
    },
    {
      name: "thread_replies_thread",
      expression: "CREATE INDEX thread_replies_thread ON public.thread_replies USING btree (thread_id, id DESC)",
    },
    {
      name: "thread_replies_agent",
      expression: "CREATE INDEX thread_replies_agent ON public.thread_replies USING btree (agent_id, id DESC)",
    },
    {
      name: "thread_replies_assistant",
      expression:
        "CREATE INDEX thread_replies_assistant ON public.thread_replies USING btree (organization_id, id DESC) WHERE (agent_id IS NULL)",
    },
    {
      name: "thread_replies_folder",
      expression:
        "CREATE INDEX thread_replies_folder ON public.thread_replies USING btree (folder_id, id DESC) WHERE (folder_id IS NOT NULL)",
    },
    {
      name: "thread_replies_unanswered",
      properties: ["thread_id", "id"],
      where: "(state = ANY (ARRAY['waiting'::text, 'thinking'::text]))",
    },
  ],
  checks: [
    {
      name: "thread_replies_partner_check",
      expression: "(((agent_id IS NOT NULL) AND (run_id IS NOT NULL)) OR ((agent_id IS NULL) AND (asker IS NOT NULL)))",
    },
  ],
  policies: [tenantPolicy],
});
