import { defineEntity, p } from "@mikro-orm/core";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, createdBy, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Scenario = Row<typeof Scenario>;
export const Scenario = defineEntity({
  name: "Scenario",
  tableName: "scenarios",
  properties: {
    id: id(),
    organization_id: () => organizationId("scenarios"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("scenarios_agent_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    /** Caller, context, tools, documents and checks. */
    content: p.json<Record<string, unknown>>(),
    runs: p.integer().default(1),
    must_pass: p.boolean().default(true),
    /** The call or template that it comes from; null: somebody wrote it. */
    source: p.json<Record<string, unknown>>().strictNullable().default(null),
    created_by: () => createdBy("scenarios"),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [{ name: "scenarios_agent_id_name_key", properties: ["agent_id", "name"] }],
  policies: [tenantPolicy],
});
