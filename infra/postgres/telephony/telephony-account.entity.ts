import { defineEntity, p } from "@mikro-orm/core";
import { ACCOUNT_ROUTES, USUAL_ROUTE } from "../../../domain/call/account-failover-and-route.rules.ts";
import { CALLER_ID_STRATEGIES, USUAL_CALLER_ID_STRATEGY } from "../../../domain/number/caller-id.ts";
import { Agent } from "../agent/agent.entity.ts";
import { bytes, createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

interface FollowerJson {
  telephony_configuration_id: number;
  countries: string[] | null;
}

export type TelephonyAccount = Row<typeof TelephonyAccount>;
export const TelephonyAccount = defineEntity({
  name: "TelephonyAccount",
  tableName: "telephony_configurations",
  properties: {
    id: id(),
    organization_id: () => organizationId("telephony_configurations"),
    name: p.text(),
    provider: p.text(),
    is_default_outbound: p.boolean().default(false),
    credentials_sealed: bytes(),
    encryption_key_id: p.text(),
    calls_per_second: p.decimal("number").columnType("numeric").strictNullable(),
    concurrent_call_limit: optional.integer(),
    inactive_since: optional.time(),
    inactive_reason: optional.text(),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
    /** How many lines outgoing calls leave free for incoming ones. */
    inbound_reserve: p.integer().default(0),
    /** Simultaneous outgoing calls that may show the same number. */
    max_concurrent_per_caller_id: optional.integer(),
    /** Since when the settings name this account of the carrier; null: they have always named it. */
    account_changed_at: optional.time(),
    caller_id_strategy: p.enum([...CALLER_ID_STRATEGIES]).default(USUAL_CALLER_ID_STRATEGY),
    /** The accounts that take its calls while its carrier fails, the first first. */
    failover: p.json<FollowerJson[]>().defaultRaw("'[]'"),
    route: p.enum([...ACCOUNT_ROUTES]).default(USUAL_ROUTE),
    /** The agent that answers texts to its numbers, of those that name none; null: nobody. */
    text_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("text_agent_id")
        .foreignKeyName("telephony_configurations_text_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
  },
  uniques: [
    { name: "telephony_configurations_organization_id_name_key", properties: ["organization_id", "name"] },
    { name: "telephony_configurations_default", properties: ["organization_id"], where: "is_default_outbound" },
  ],
  indexes: [
    {
      name: "telephony_configurations_text_agent",
      properties: ["text_agent_id"],
      where: "(text_agent_id IS NOT NULL)",
    },
  ],
  checks: [
    { name: "telephony_configurations_calls_per_second_check", expression: "calls_per_second > (0)::numeric" },
    { name: "telephony_configurations_concurrent_call_limit_check", expression: "concurrent_call_limit > 0" },
    {
      name: "telephony_configurations_inbound_reserve_check",
      expression: "(inbound_reserve >= 0) AND ((inbound_reserve = 0) OR (inbound_reserve < concurrent_call_limit))",
    },
    {
      name: "telephony_configurations_max_concurrent_per_caller_id_check",
      expression: "max_concurrent_per_caller_id > 0",
    },
  ],
  policies: [tenantPolicy],
});
