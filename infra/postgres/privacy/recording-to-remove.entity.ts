import { defineEntity, p } from "@mikro-orm/core";
import type { CarrierRecording } from "../../telephony/carrier.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A call whose recordings its carrier is to remove, because they are removed here. It is kept for 30 days after that. */
export type RecordingToRemove = Row<typeof RecordingToRemove>;
export const RecordingToRemove = defineEntity({
  name: "RecordingToRemove",
  tableName: "recordings_to_remove",
  properties: {
    id: id(),
    organization_id: () => organizationId("recordings_to_remove"),
    /** null: the account was deleted meanwhile. */
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("recordings_to_remove_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
    provider: p.text(),
    carrier_call_id: p.text(),
    called_at: p.datetime(),
    /** What the carrier has reported; it is asked for others as well. */
    recordings: p.json<Pick<CarrierRecording, "recordingId" | "url">[]>().defaultRaw("'[]'::jsonb"),
    erasure_uuid: optional.uuid(),
    /** `refused`: the carrier refused, and is asked again as often as after `waiting`; `left`: nobody asks any more. */
    state: p.enum(["waiting", "refused", "removed", "left"]).default("waiting"),
    due_at: p.datetime().defaultRaw("now()"),
    failures: p.integer().default(0),
    last_error: optional.text(),
    created_at: createdAt(),
    settled_at: optional.time(),
  },
  uniques: [{ name: "recordings_to_remove_call", properties: ["organization_id", "provider", "carrier_call_id"] }],
  indexes: [
    { name: "recordings_to_remove_due", properties: ["organization_id", "due_at"], where: "(settled_at IS NULL)" },
    {
      name: "recordings_to_remove_settled",
      properties: ["organization_id", "settled_at"],
      where: "(settled_at IS NOT NULL)",
    },
    { name: "recordings_to_remove_erasure", properties: ["erasure_uuid"], where: "(erasure_uuid IS NOT NULL)" },
  ],
  policies: [tenantPolicy],
});
