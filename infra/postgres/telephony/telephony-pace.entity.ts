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
    /** Requests for calls that failed since the carrier last answered one. */
    failures_in_row: p.integer().default(0),
    /** Until then its calls go to accounts that follow it; afterwards one call tries it again. Null: it works. */
    out_until: optional.time(),
    /** For how long it was put out last. */
    out_for_seconds: optional.integer(),
    /** The same of texts: their carriers' parts fail apart from those of calls. */
    texts_failed_in_row: p.integer().default(0),
    texts_out_until: optional.time(),
    texts_out_for_seconds: optional.integer(),
  },
  policies: [tenantPolicy],
});
