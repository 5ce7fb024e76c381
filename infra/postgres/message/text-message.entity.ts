import { defineEntity, p } from "@mikro-orm/core";
import { MESSAGE_REASONS, MESSAGE_STATES } from "../../../domain/message/message-states.rules.ts";
import { MESSAGE_KEYWORDS } from "../../../domain/message/opt-out-keywords.rules.ts";
import { Agent } from "../agent/agent.entity.ts";
import { Campaign } from "../campaign/campaign.entity.ts";
import { createdAt, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A text (SMS) to a person or from one. */
export type TextMessage = Row<typeof TextMessage>;
export const TextMessage = defineEntity({
  name: "TextMessage",
  tableName: "text_messages",
  properties: {
    id: id(),
    uuid: p.uuid().unique("text_messages_uuid_key"),
    organization_id: () => organizationId("text_messages"),
    environment: environment(),
    direction: p.enum(["outbound", "inbound"]),
    state: p.enum(MESSAGE_STATES),
    reason: p.enum(MESSAGE_REASONS),
    /** Who wrote it: `user:7`, `api_key:12`, `campaign:3`, `agent:5` or `person`. */
    actor: p.text(),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("text_messages_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    provider: p.text(),
    /** E.164; the organization's. */
    own_number: p.text(),
    /** E.164; the person's. Null: the person was erased. */
    phone_number: optional.text(),
    /** Empty: it was removed. */
    body: p.text(),
    /** Something was left out of the body before it was stored. */
    body_hidden: p.boolean().default(false),
    /** The whole body, sealed, until an agent has answered it; null: nothing was left out, or it was answered. */
    original_sealed: optional.bytes(),
    encoding: p.enum(["GSM-7", "UCS-2"]),
    segments: p.integer(),
    keyword: p.enum(MESSAGE_KEYWORDS).strictNullable().default(null),
    /** Of what is sent: the same key is sent once. */
    key: optional.text(),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("text_messages_campaign_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("text_messages_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
    /** The `uuid` of the thread in which an agent answers it; null: it belongs to none. */
    thread_id: optional.uuid(),
    carrier_requested_at: optional.time(),
    carrier_message_id: optional.text(),
    /** When its carrier was asked what came of it. */
    looked_up_at: optional.time(),
    error_code: optional.text(),
    error: optional.text(),
    cost_minor: optional.bigint(),
    currency: optional.text(),
    /** What budgets hold for it until its cost is known. */
    reserved_minor: optional.bigint(),
    reserved_currency: optional.text(),
    created_at: createdAt(),
    settled_at: optional.time(),
  },
  uniques: [
    { name: "text_messages_key", properties: ["organization_id", "key"], where: "(key IS NOT NULL)" },
    {
      name: "text_messages_of_carrier",
      properties: ["telephony_configuration_id", "carrier_message_id"],
      where: "(carrier_message_id IS NOT NULL)",
    },
  ],
  indexes: [
    {
      name: "text_messages_of_person",
      properties: ["organization_id", "phone_number", "created_at"],
      where: "(phone_number IS NOT NULL)",
    },
    {
      name: "text_messages_of_campaign",
      properties: ["campaign_id", "created_at"],
      where: "(campaign_id IS NOT NULL)",
    },
    { name: "text_messages_of_thread", properties: ["thread_id", "id"], where: "(thread_id IS NOT NULL)" },
    { name: "text_messages_of_agent", properties: ["agent_id"], where: "(agent_id IS NOT NULL)" },
    {
      name: "text_messages_requested",
      properties: ["organization_id", "carrier_requested_at"],
      where: "(carrier_requested_at IS NOT NULL)",
    },
    { name: "text_messages_of_number", properties: ["organization_id", "own_number", "created_at", "id"] },
    { name: "text_messages_by_direction", properties: ["organization_id", "direction", "created_at", "id"] },
    { name: "text_messages_by_state", properties: ["organization_id", "state", "created_at", "id"] },
    { name: "text_messages_by_age", properties: ["organization_id", "created_at", "id"] },
    {
      name: "text_messages_unclear",
      properties: ["carrier_requested_at"],
      where: "(state = ANY (ARRAY['queued'::text, 'unknown'::text]))",
    },
  ],
  policies: [tenantPolicy],
});
