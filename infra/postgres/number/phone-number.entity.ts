import { defineEntity, p } from "@mikro-orm/core";
import type { VersionPlan } from "../../../domain/campaign/version-plan.rules.ts";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

// A type and not an interface: only types are assignable to records.
type VersionPlanJson = { [Field in keyof VersionPlan]: VersionPlan[Field] };

export type PhoneNumber = Row<typeof PhoneNumber>;
export const PhoneNumber = defineEntity({
  name: "PhoneNumber",
  tableName: "phone_numbers",
  properties: {
    id: id(),
    organization_id: () => organizationId("phone_numbers"),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("phone_numbers_telephony_configuration_id_fkey")
        .deleteRule("cascade"),
    address: p.text(),
    address_normalized: p.text(),
    address_type: p.enum(["pstn", "sip_uri", "sip_extension"]),
    country_code: optional.text(),
    label: optional.text(),
    inbound_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("inbound_agent_id")
        .foreignKeyName("phone_numbers_inbound_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    /** The agent that answers texts to it; null: the account's. */
    text_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("text_agent_id")
        .foreignKeyName("phone_numbers_text_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
    is_active: p.boolean().default(true),
    is_default_caller_id: p.boolean().default(false),
    extra_metadata: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    created_at: createdAt(),
    updated_at: p.datetime().defaultRaw("now()"),
    account_fingerprint: optional.bytes(),
    /** `verified`: its owner has proved it, and it is a caller id only, because its calls go elsewhere. */
    ownership: p.enum(["account", "verified"]).default("account"),
    /** Rented through the platform, which can release it. */
    managed: p.boolean().default(false),
    carrier_number_id: optional.text(),
    rented_at: optional.time(),
    release_requested_at: optional.time(),
    /** Set when it was released; the row is kept as history. */
    released_at: optional.time(),
    /** The versions of its agent that take its calls; null: the published one does. */
    version_plan: p.json<VersionPlanJson>().strictNullable().default(null),
  },
  uniques: [
    {
      name: "phone_numbers_configuration_address",
      properties: ["telephony_configuration_id", "address_normalized"],
      where: "(released_at IS NULL)",
    },
    {
      name: "phone_numbers_account_address",
      properties: ["account_fingerprint", "address_normalized"],
      where: "((account_fingerprint IS NOT NULL) AND (released_at IS NULL) AND (ownership = 'account'::text))",
    },
    { name: "phone_numbers_default", properties: ["telephony_configuration_id"], where: "is_default_caller_id" },
  ],
  indexes: [
    { name: "phone_numbers_address", properties: ["address_normalized"], where: "(address_type = 'pstn'::text)" },
    { name: "phone_numbers_inbound_agent", properties: ["inbound_agent_id"], where: "(inbound_agent_id IS NOT NULL)" },
    { name: "phone_numbers_text_agent", properties: ["text_agent_id"], where: "(text_agent_id IS NOT NULL)" },
    {
      name: "phone_numbers_verified",
      properties: ["organization_id", "address_normalized"],
      where: "(ownership = 'verified'::text)",
    },
  ],
  policies: [tenantPolicy],
});
