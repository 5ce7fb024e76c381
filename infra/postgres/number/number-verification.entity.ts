import { defineEntity, p } from "@mikro-orm/core";
import { VERIFICATION_METHODS } from "../../../domain/number/number-verification.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type NumberVerification = Row<typeof NumberVerification>;
export const NumberVerification = defineEntity({
  name: "NumberVerification",
  tableName: "number_verifications",
  properties: {
    id: id(),
    organization_id: () => organizationId("number_verifications"),
    phone_number: p.text(),
    method: p.enum([...VERIFICATION_METHODS]),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("number_verifications_telephony_configuration_id_fkey")
        .deleteRule("cascade"),
    run_uuid: p.uuid().unique("number_verifications_run_uuid_key").strictNullable(),
    state: p.enum(["pending", "verified", "failed", "expired", "replaced"]).default("pending"),
    code_hash_sealed: optional.bytes(),
    code_sealed: optional.bytes(),
    tries: p.integer().default(0),
    carrier_requested_at: optional.time(),
    carrier_reference: optional.text(),
    code_to_type: optional.text(),
    expires_at: p.datetime(),
    error: optional.text(),
    actor: p.text(),
    created_at: createdAt(),
    ended_at: optional.time(),
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
