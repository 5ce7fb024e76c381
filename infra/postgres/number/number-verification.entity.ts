import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { TelephonyConfiguration } from "../telephony/telephony-configuration.entity.ts";

export type NumberVerification = Row<typeof NumberVerification>;
export const NumberVerification = defineEntity({
  name: "NumberVerification",
  tableName: "number_verifications",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("number_verifications_organization_id_fkey")
        .deleteRule("cascade"),
    phone_number: p.text(),
    method: p.enum(["call", "carrier"]),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyConfiguration)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("number_verifications_telephony_configuration_id_fkey")
        .deleteRule("cascade"),
    run_uuid: p.uuid().unique("number_verifications_run_uuid_key").strictNullable(),
    state: p.enum(["pending", "verified", "failed", "expired", "replaced"]).default("pending"),
    code_hash_sealed: p.blob().$type<Buffer>().strictNullable(),
    code_sealed: p.blob().$type<Buffer>().strictNullable(),
    tries: p.integer().default(0),
    carrier_requested_at: p.datetime().strictNullable(),
    carrier_reference: p.text().strictNullable(),
    code_to_type: p.text().strictNullable(),
    expires_at: p.datetime(),
    error: p.text().strictNullable(),
    actor: p.text(),
    created_at: p.datetime().defaultRaw("now()"),
    ended_at: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "number_verifications_pending",
      properties: ["organization_id", "phone_number"],
      where: "(state = 'pending'::text)",
    },
  ],
  indexes: [
    {
      name: "number_verifications_number",
      expression:
        "CREATE INDEX number_verifications_number ON public.number_verifications USING btree (organization_id, phone_number, id DESC)",
    },
    { name: "number_verifications_account", properties: ["telephony_configuration_id"] },
  ],
  policies: [tenantPolicy],
});
