import { defineEntity, p } from "@mikro-orm/core";
import type { CarrierCall, CarrierRecording } from "../../telephony/carrier.ts";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { CallRun } from "./call-run.entity.ts";

/** A call as it is read from JSON: its instants are texts. */
export type StoredCall = {
  [K in keyof CarrierCall]: CarrierCall[K] extends Date | null ? string | null : CarrierCall[K];
};

export type CarrierEventRow = Row<typeof CarrierEventRow>;
export const CarrierEventRow = defineEntity({
  name: "CarrierEventRow",
  tableName: "carrier_events",
  properties: {
    organization_id: () => organizationId("carrier_events"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("carrier_events_run_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    event_id: p.text().primary(),
    state: p.text(),
    outcome: optional.text(),
    call: p.json<StoredCall>(),
    received_at: p.datetime().defaultRaw("now()"),
    recording: p.json<CarrierRecording>().strictNullable(),
  },
  policies: [tenantPolicy],
});
