import { defineEntity, p } from "@mikro-orm/core";
import type { RunModelUsage } from "../../../domain/model/model-usage.ts";
import { CONVERSATION_STATES } from "../../../domain/rehearsal/rehearsal.rules.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Rehearsal } from "./rehearsal.entity.ts";
import { Scenario } from "./scenario.entity.ts";

/** The usage of one model in a conversation. */
export interface KeptTokens {
  model: string;
  requests: number;
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
}

export type RehearsalConversation = Row<typeof RehearsalConversation>;
export const RehearsalConversation = defineEntity({
  name: "RehearsalConversation",
  tableName: "rehearsal_conversations",
  properties: {
    id: id(),
    organization_id: () => organizationId("rehearsal_conversations"),
    rehearsal_id: () =>
      p
        .manyToOne(Rehearsal)
        .mapToPk()
        .fieldName("rehearsal_id")
        .foreignKeyName("rehearsal_conversations_rehearsal_id_fkey")
        .deleteRule("cascade"),
    /** Its place among the conversations of the rehearsal. */
    place: p.integer(),
    scenario_id: () =>
      p
        .manyToOne(Scenario)
        .mapToPk()
        .fieldName("scenario_id")
        .foreignKeyName("rehearsal_conversations_scenario_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    /** The scenario as it was. */
    scenario: p.json<Record<string, unknown>>(),
    scenario_digest: p.text(),
    run_number: p.integer(),
    state: p.enum([...CONVERSATION_STATES]).default("waiting"),
    /** A try whose process died is followed by another one. */
    tries: p.integer().default(0),
    /** Words, steps, tools, variables and checks; null: it has not been played. */
    result: p.json<Record<string, unknown>>().strictNullable().default(null),
    tokens: p.json<KeptTokens[]>().defaultRaw("'[]'"),
    /** The most that the request in progress can use. */
    pending: p.json<KeptTokens>().strictNullable().default(null),
    model_usage: p.json<RunModelUsage>().strictNullable().default(null),
    held_minor: optional.bigint(),
    held_currency: optional.text(),
    started_at: optional.time(),
    ended_at: optional.time(),
  },
  uniques: [{ name: "rehearsal_conversations_rehearsal_id_place_key", properties: ["rehearsal_id", "place"] }],
  indexes: [
    {
      name: "rehearsal_conversations_scenario",
      expression:
        "CREATE INDEX rehearsal_conversations_scenario ON public.rehearsal_conversations USING btree (scenario_id, id DESC)",
    },
    {
      name: "rehearsal_conversations_usage",
      properties: ["organization_id", "started_at"],
      where: "((model_usage IS NOT NULL) OR (held_minor IS NOT NULL))",
    },
  ],
  policies: [tenantPolicy],
});
