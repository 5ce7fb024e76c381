import { defineEntity, p } from "@mikro-orm/core";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { PhoneNumber } from "./phone-number.entity.ts";

export type NumberRental = Row<typeof NumberRental>;
export const NumberRental = defineEntity({
  name: "NumberRental",
  tableName: "number_rentals",
  properties: {
    id: id(),
    organization_id: () => organizationId("number_rentals"),
    uuid: p.uuid().unique("number_rentals_uuid_key"),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("number_rentals_telephony_configuration_id_fkey")
        .deleteRule("cascade"),
    account_fingerprint: optional.bytes(),
    phone_number: p.text(),
    inbound_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("inbound_agent_id")
        .foreignKeyName("number_rentals_inbound_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    state: p.enum(["requested", "rented", "failed"]).default("requested"),
    carrier_requested_at: optional.time(),
    failure: p.enum(["unavailable", "refused", "lost"]).strictNullable(),
    error: optional.text(),
    phone_number_id: () =>
      p
        .manyToOne(PhoneNumber)
        .mapToPk()
        .fieldName("phone_number_id")
        .foreignKeyName("number_rentals_phone_number_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    actor: p.text(),
    created_at: createdAt(),
    ended_at: optional.time(),
  },
  uniques: [
    {
      name: "number_rentals_account",
      properties: ["account_fingerprint", "phone_number"],
      where: "((state = 'requested'::text) AND (account_fingerprint IS NOT NULL))",
    },
    {
      name: "number_rentals_requested",
      properties: ["telephony_configuration_id", "phone_number"],
      where: "(state = 'requested'::text)",
    },
  ],
  indexes: [
    { name: "number_rentals_agent", properties: ["inbound_agent_id"], where: "(inbound_agent_id IS NOT NULL)" },
    { name: "number_rentals_phone_number", properties: ["phone_number_id"], where: "(phone_number_id IS NOT NULL)" },
    {
      name: "number_rentals_organization",
      expression:
        "CREATE INDEX number_rentals_organization ON public.number_rentals USING btree (organization_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
