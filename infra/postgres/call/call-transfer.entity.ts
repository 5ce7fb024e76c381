import { defineEntity, p } from "@mikro-orm/core";
import { TRANSFER_OUTCOMES, TRANSFER_STATES, type TransferOutcome } from "../../../domain/call/transfer.rules.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { CallRun } from "./call-run.entity.ts";

/** What the caller hears while they wait; null: the words of the language. */
export interface Hold {
  text: string | null;
  recordingId: string | null;
}

/** A call to somebody who did not take the caller. */
export interface TransferTry {
  run_uuid: string;
  outcome: TransferOutcome;
}

/** A caller who is handed to a person: `domain/call/transfer.rules.ts` says how it goes. */
export type CallTransfer = Row<typeof CallTransfer>;
export const CallTransfer = defineEntity({
  name: "CallTransfer",
  tableName: "call_transfers",
  properties: {
    id: id(),
    uuid: p.uuid().unique("call_transfers_uuid_key"),
    organization_id: () => organizationId("call_transfers"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("call_transfers_run_id_fkey")
        .deleteRule("cascade"),
    state: p.enum(TRANSFER_STATES).default("requested"),
    outcome: p.enum(TRANSFER_OUTCOMES).strictNullable().default(null),
    /** The numbers to call, one after the other; E.164. */
    targets: p.json<string[]>(),
    /** Which of them is called now. */
    position: p.integer().default(0),
    /** The run of the call to the person who is called now. */
    leg_uuid: p.uuid().unique("call_transfers_leg_uuid_key").strictNullable().default(null),
    tries: p.json<TransferTry[]>().defaultRaw("'[]'"),
    briefing: p.text().default(""),
    /** BCP 47; of the person who is called. */
    language: p.text(),
    hold: p.json<Hold>(),
    ring_timeout_seconds: p.integer(),
    silences: p.integer().default(0),
    requested_at: p.datetime().defaultRaw("clock_timestamp()"),
    /** Since when it is in its state. */
    moved_at: p.datetime().defaultRaw("clock_timestamp()"),
    answered_at: optional.time(),
    connected_at: optional.time(),
    ended_at: optional.time(),
  },
  uniques: [{ name: "call_transfers_undecided", properties: ["run_id"], where: "(outcome IS NULL)" }],
  indexes: [
    {
      name: "call_transfers_run",
      expression: "CREATE INDEX call_transfers_run ON public.call_transfers USING btree (run_id, id DESC)",
    },
    { name: "call_transfers_organization", properties: ["organization_id"] },
  ],
  policies: [tenantPolicy],
});
