import { defineEntity, p } from "@mikro-orm/core";
import { VERIFICATION_METHODS } from "../../../domain/number/number-verification.rules.ts";
import { id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type VerifiedNumber = Row<typeof VerifiedNumber>;
export const VerifiedNumber = defineEntity({
  name: "VerifiedNumber",
  tableName: "verified_numbers",
  properties: {
    id: id(),
    organization_id: () => organizationId("verified_numbers"),
    phone_number: p.text(),
    method: p.enum([...VERIFICATION_METHODS]),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("verified_numbers_telephony_configuration_id_fkey")
        .deleteRule("cascade")
        .strictNullable(),
    verified_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [
    {
      name: "verified_numbers_organization_id_phone_number_telephony_con_key",
      properties: ["organization_id", "phone_number", "telephony_configuration_id"],
    },
  ],
  indexes: [
    {
      name: "verified_numbers_account",
      properties: ["telephony_configuration_id"],
      where: "(telephony_configuration_id IS NOT NULL)",
    },
  ],
  policies: [tenantPolicy],
});
