import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { Organization } from "../access/organization.entity.ts";

export type ConversationRow = Row<typeof ConversationRow>;
export const ConversationRow = defineEntity({
  name: "ConversationRow",
  tableName: "conversations",
  properties: {
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("conversations_run_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("conversations_organization_id_fkey")
        .deleteRule("cascade"),
    driver: p.enum(["text", "relay", "turn_webhook"]),
    state: p.enum(["open", "ended"]).default("open"),
    node_id: p.text().strictNullable(),
    revision: p.integer().default(0),
    active_turn: p.integer().strictNullable(),
    /** Whoever carries the active turn out; another token means that somebody else does by now. */
    active_token: p.uuid().strictNullable(),
    cursor: p.integer().default(0),
    gathered: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    silences: p.integer().default(0),
    faults: p.integer().default(0),
    answered_by: p.text().strictNullable(),
    opted_out: p.boolean().default(false),
    end_reason: p.text().strictNullable(),
    error: p.text().strictNullable(),
    concluded_at: p.datetime().strictNullable(),
    last_activity_at: p.datetime().defaultRaw("now()"),
    started_at: p.datetime().defaultRaw("now()"),
    ended_at: p.datetime().strictNullable(),
    /** Its entries, turns and tool calls were kept as long as the organization says, and are gone. */
    words_removed_at: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "conversations_with_words",
      properties: ["organization_id", "started_at", "run_id"],
      where: "(words_removed_at IS NULL)",
    },
    {
      name: "conversations_open_text",
      properties: ["run_id"],
      where: "((state = 'open'::text) AND (driver = 'text'::text))",
    },
    {
      name: "conversations_organization",
      properties: ["organization_id", "run_id"],
      columns: [{ name: "organization_id" }, { name: "run_id", sort: "DESC" }],
    },
  ],
  policies: [tenantPolicy],
});
