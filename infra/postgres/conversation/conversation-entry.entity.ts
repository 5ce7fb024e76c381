import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { ConversationRow } from "./conversation.entity.ts";

export type ConversationEntryRow = Row<typeof ConversationEntryRow>;
export const ConversationEntryRow = defineEntity({
  name: "ConversationEntryRow",
  tableName: "conversation_entries",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("conversation_entries_organization_id_fkey")
        .deleteRule("cascade"),
    run_id: () =>
      p
        .manyToOne(ConversationRow)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("conversation_entries_run_id_fkey")
        .deleteRule("cascade"),
    turn: p.integer(),
    speaker: p.enum(["agent", "person", "tool", "step"]),
    text: p.text(),
    /** Null: heard whole. */
    heard: p.text().strictNullable(),
    node_id: p.text().strictNullable(),
    tool_call_id: p.uuid().strictNullable(),
    details: p.json<Record<string, unknown>>().strictNullable(),
    at: p.datetime().defaultRaw("now()"),
    discarded_at: p.datetime().strictNullable(),
  },
  indexes: [{ name: "conversation_entries_page", properties: ["run_id", "id"] }],
  policies: [tenantPolicy],
});
