import { defineEntity, p } from "@mikro-orm/core";
import { CallRun } from "../call/call-run.entity.ts";
import { createdAt, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A webhook or a review that a node of the agent requests after a conversation, and its progress. */
export type AfterConversationStep = Row<typeof AfterConversationStep>;
export const AfterConversationStep = defineEntity({
  name: "AfterConversationStep",
  tableName: "after_call_steps",
  properties: {
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .primary()
        .fieldName("run_id")
        .foreignKeyName("after_call_steps_run_id_fkey")
        .deleteRule("cascade"),
    node_id: p.text().primary(),
    organization_id: () => organizationId("after_call_steps"),
    /** The id by which receivers recognize repetitions. */
    uuid: p.uuid().defaultRaw("gen_random_uuid()"),
    state: p.enum(["pending", "done", "failed", "skipped"]).default("pending"),
    attempts: p.integer().default(0),
    error: optional.text(),
    next_attempt_at: optional.time(),
    created_at: createdAt(),
  },
  policies: [tenantPolicy],
});
