import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { TelephonyAccount } from "./telephony-account.entity.ts";

export type TelephonyPace = Row<typeof TelephonyPace>;
export const TelephonyPace = defineEntity({
  name: "TelephonyPace",
  tableName: "telephony_paces",
  properties: {
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("telephony_paces_telephony_configuration_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    organization_id: () => organizationId("telephony_paces"),
    next_slot_at: p.datetime().defaultRaw("now()"),
    moved_at: optional.time(),
  },
  policies: [tenantPolicy],
});
