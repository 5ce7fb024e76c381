import { defineEntity, p } from "@mikro-orm/core";
import { MISSED_CALL_REASONS } from "../../../domain/call/missed-call.rules.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { CallRun } from "./call-run.entity.ts";

export type MissedCall = Row<typeof MissedCall>;

export const MissedCall = defineEntity({
  name: "MissedCall",
  tableName: "missed_calls",
  properties: {
    id: id(),
    organization_id: () => organizationId("missed_calls"),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("missed_calls_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    carrier_call_id: p.text(),
    at: p.datetime(3).defaultRaw("now()"),
    /** E.164; null: withheld. */
    caller_number: optional.text(),
    called_number: p.text(),
    reason: p.enum(MISSED_CALL_REASONS),
    /** The run, where the call had one. */
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("missed_calls_run_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    called_back_run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("called_back_run_id")
        .foreignKeyName("missed_calls_called_back_run_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    called_back_at: optional.time(),
  },
  uniques: [
    {
      name: "missed_calls_telephony_configuration_id_carrier_call_id_key",
      properties: ["telephony_configuration_id", "carrier_call_id"],
    },
  ],
  indexes: [
    {
      name: "missed_calls_page",
      expression:
        "CREATE INDEX missed_calls_page ON public.missed_calls USING btree (organization_id, at DESC, id DESC)",
    },
    { name: "missed_calls_called_back", properties: ["called_back_run_id"], where: "(called_back_run_id IS NOT NULL)" },
    { name: "missed_calls_run", properties: ["run_id"], where: "(run_id IS NOT NULL)" },
    {
      name: "missed_calls_caller",
      expression:
        "CREATE INDEX missed_calls_caller ON public.missed_calls USING btree (organization_id, caller_number, id DESC) WHERE ((caller_number IS NOT NULL) AND (run_id IS NULL))",
    },
    {
      name: "missed_calls_not_called_back",
      properties: ["organization_id", "caller_number"],
      where: "((called_back_run_id IS NULL) AND (caller_number IS NOT NULL))",
    },
  ],
  policies: [tenantPolicy],
});
