import { defineEntity, p } from "@mikro-orm/core";
import { ENTRY_SPEAKERS } from "../../../domain/conversation/entries.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ConversationRow } from "./conversation.entity.ts";

export type ConversationEntryRow = Row<typeof ConversationEntryRow>;
export const ConversationEntryRow = defineEntity({
  name: "ConversationEntryRow",
  tableName: "conversation_entries",
  properties: {
    id: id(),
    organization_id: () => organizationId("conversation_entries"),
    run_id: () =>
      p
        .manyToOne(ConversationRow)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("conversation_entries_run_id_fkey")
        .deleteRule("cascade"),
    turn: p.integer(),
    speaker: p.enum(ENTRY_SPEAKERS),
    text: p.text(),
    /** Null: all of it was heard. */
    heard: optional.text(),
    node_id: optional.text(),
    tool_call_id: p.uuid().strictNullable(),
    details: p.json<Record<string, unknown>>().strictNullable(),
    at: p.datetime().defaultRaw("now()"),
    discarded_at: optional.time(),
  },
  indexes: [
    { name: "conversation_entries_page", properties: ["run_id", "id"] },
    {
      name: "conversation_entries_feed",
      expression:
        "CREATE INDEX conversation_entries_feed ON public.conversation_entries USING btree (organization_id, at DESC, id DESC) WHERE ((discarded_at IS NULL) AND (speaker = ANY (ARRAY['agent'::text, 'person'::text])))",
    },
  ],
  policies: [tenantPolicy],
});
