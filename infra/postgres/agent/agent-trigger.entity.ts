import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { Agent } from "./agent.entity.ts";

export type AgentTrigger = Row<typeof AgentTrigger>;
export const AgentTrigger = defineEntity({
  name: "AgentTrigger",
  tableName: "agent_triggers",
  properties: {
    path: p.text().primary(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("agent_triggers_organization_id_fkey")
        .deleteRule("cascade"),
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
