import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";

export type TelephonyConfiguration = Row<typeof TelephonyConfiguration>;
export const TelephonyConfiguration = defineEntity({
  name: "TelephonyConfiguration",
  tableName: "telephony_configurations",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("telephony_configurations_organization_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    provider: p.text(),
    is_default_outbound: p.boolean().default(false),
    credentials_sealed: p.blob().$type<Buffer>(),
    encryption_key_id: p.text(),
    calls_per_second: p.decimal("number").columnType("numeric").strictNullable(),
    concurrent_call_limit: p.integer().strictNullable(),
    inactive_since: p.datetime().strictNullable(),
    inactive_reason: p.text().strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [
    { name: "telephony_configurations_organization_id_name_key", properties: ["organization_id", "name"] },
    { name: "telephony_configurations_default", properties: ["organization_id"], where: "is_default_outbound" },
  ],
  checks: [
    { name: "telephony_configurations_calls_per_second_check", expression: "calls_per_second > (0)::numeric" },
    { name: "telephony_configurations_concurrent_call_limit_check", expression: "concurrent_call_limit > 0" },
  ],
  policies: [tenantPolicy],
});
