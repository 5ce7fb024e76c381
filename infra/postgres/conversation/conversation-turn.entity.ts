import { defineEntity, p } from "@mikro-orm/core";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ConversationRow } from "./conversation.entity.ts";

/** The position of a conversation, which a rewind restores. */
export interface StoredCheckpoint {
  nodeId: string | null;
  gathered: Record<string, unknown>;
}

export type ConversationTurn = Row<typeof ConversationTurn>;
export const ConversationTurn = defineEntity({
  name: "ConversationTurn",
  tableName: "conversation_turns",
  properties: {
    id: id(),
    uuid: p.uuid().unique("conversation_turns_uuid_key").defaultRaw("gen_random_uuid()"),
    organization_id: () => organizationId("conversation_turns"),
    run_id: () =>
      p
        .manyToOne(ConversationRow)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("conversation_turns_run_id_fkey")
        .deleteRule("cascade"),
    number: p.integer(),
    key: p.text(),
    input: p.json<Record<string, unknown>>(),
    state: p.enum(["running", "done", "interrupted", "failed"]).default("running"),
    outcome: p.json<Record<string, unknown>>().strictNullable(),
    checkpoint: p.json<StoredCheckpoint>().strictNullable(),
    first_sentence_ms: optional.integer(),
    model_ms: optional.integer(),
    heard_ms: optional.integer(),
    end_of_turn_ms: optional.integer(),
    recognized_ms: optional.integer(),
    first_token_ms: optional.integer(),
    first_words_ms: optional.integer(),
    sound_ms: optional.integer(),
    response_ms: optional.integer(),
    spoken_ms: optional.integer(),
    /** Why its model failed, for people. */
    error: optional.text(),
    discarded_at: optional.time(),
    alive_at: p.datetime().defaultRaw("now()"),
    started_at: p.datetime().defaultRaw("now()"),
    ended_at: optional.time(),
  },
  uniques: [
    { name: "conversation_turns_run_id_key_key", properties: ["run_id", "key"] },
    { name: "conversation_turns_run_id_number_key", properties: ["run_id", "number"] },
  ],
  policies: [tenantPolicy],
});
