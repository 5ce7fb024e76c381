import { defineEntity, p } from "@mikro-orm/core";
import { organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Agent } from "./agent.entity.ts";

export type AgentTrigger = Row<typeof AgentTrigger>;
export const AgentTrigger = defineEntity({
  name: "AgentTrigger",
  tableName: "agent_triggers",
  properties: {
    path: p.text().primary(),
    organization_id: () => organizationId("agent_triggers"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("agent_triggers_agent_id_fkey")
        .deleteRule("cascade"),
    enabled: p.boolean().default(true),
  },
  indexes: [{ name: "agent_triggers_agent", properties: ["agent_id"] }],
  policies: [tenantPolicy],
});
