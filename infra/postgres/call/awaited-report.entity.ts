import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { CallRun } from "./call-run.entity.ts";

/** A price or a recording of an ended call that its carrier has not reported yet. */
export type AwaitedReport = Row<typeof AwaitedReport>;
export type AwaitedKind = AwaitedReport["kind"];

export const AwaitedReport = defineEntity({
  name: "AwaitedReport",
  tableName: "awaited_reports",
  properties: {
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("awaited_reports_run_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    kind: p.enum(["price", "recording"]).primary(),
    organization_id: () => organizationId("awaited_reports"),
    /** null: the account was deleted meanwhile. */
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("awaited_reports_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    due_at: p.datetime(),
    /** How many times the carrier has answered without it. */
    asked: p.integer().default(0),
    /** How many times in a row the carrier could not be asked. */
    failures: p.integer().default(0),
    last_error: optional.text(),
  },
  indexes: [
    {
      name: "awaited_reports_due",
      expression:
        "CREATE INDEX awaited_reports_due ON public.awaited_reports USING btree (organization_id, COALESCE(telephony_configuration_id, (0)::bigint), kind, due_at)",
    },
  ],
  policies: [tenantPolicy],
});
