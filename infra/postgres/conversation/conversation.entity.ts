import { defineEntity, p } from "@mikro-orm/core";
import { CONVERSATION_DRIVERS } from "../../../domain/conversation/conversation.ports.ts";
import { AgentVersion } from "../agent/agent.entity.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

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
    organization_id: () => organizationId("conversations"),
    driver: p.enum([...CONVERSATION_DRIVERS]),
    state: p.enum(["open", "ended"]).default("open"),
    node_id: optional.text(),
    revision: p.integer().default(0),
    active_turn: optional.integer(),
    /**
     * The claim of the process that carries out the active turn; a new token means that another process has taken over.
     */
    active_token: p.uuid().strictNullable(),
    cursor: p.integer().default(0),
    gathered: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    silences: p.integer().default(0),
    faults: p.integer().default(0),
    /** As far as what was said has told; `person_came`: after a machine. */
    answered_by: optional.text(),
    opted_out: p.boolean().default(false),
    /** The supervision in which somebody speaks in the agent's place: its turns ask no model. */
    taken_over_by: optional.uuid(),
    /** With whom the person goes on; null: the run's own version. */
    handed_to: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("handed_to")
        .foreignKeyName("conversations_handed_to_fkey")
        .deleteRule("no action")
        .strictNullable(),
    end_reason: optional.text(),
    error: optional.text(),
    concluded_at: optional.time(),
    last_activity_at: p.datetime().defaultRaw("now()"),
    started_at: p.datetime().defaultRaw("now()"),
    ended_at: optional.time(),
    /** Set when its entries, turns and tool calls were deleted at the end of the retention period. */
    words_removed_at: optional.time(),
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
