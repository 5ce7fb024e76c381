import { sql } from "kysely";
import { explainMissedCall, type MissedCallReason } from "../../../domain/call/missed-call.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { MissedCall } from "./missed-call.entity.ts";

export interface NewMissedCall {
  organizationId: number;
  telephonyAccountId: number | null;
  carrierCallId: string;
  callerNumber: string | null;
  calledNumber: string;
  reason: MissedCallReason;
  run?: { id: number; agentId: number } | undefined;
}

/** Stores a missed call once; a repeated announcement changes nothing. */
export const recordMissedCall = async (tx: OrganizationTransaction, call: NewMissedCall): Promise<void> => {
  const inserted = await tx
    .insertInto("missed_calls")
    .values({
      organization_id: call.organizationId,
      telephony_configuration_id: call.telephonyAccountId,
      carrier_call_id: call.carrierCallId,
      caller_number: call.callerNumber,
      called_number: call.calledNumber,
      reason: call.reason,
      run_id: call.run?.id ?? null,
    })
    .onConflict((clash) => clash.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return;
  await recordTimeline(tx, {
    organizationId: call.organizationId,
    kind: "call_ended",
    actor: "system",
    summary: `Missed call: ${explainMissedCall(call.reason)}`,
    payload: { outcome: "missed", reason: call.reason, missed_call_id: inserted.id },
    agentId: call.run?.agentId ?? null,
    runId: call.run?.id ?? null,
  });
};

/** Finds the missed call of a carrier's announcement that was refused before. */
export const findMissedCall = (
  tx: OrganizationTransaction,
  call: { telephonyAccountId: number; carrierCallId: string },
): Promise<MissedCall | undefined> =>
  tx
    .selectFrom("missed_calls")
    .selectAll()
    .where("telephony_configuration_id", "=", call.telephonyAccountId)
    .where("carrier_call_id", "=", call.carrierCallId)
    .executeTakeFirst();

/** Lists missed calls since an instant, newest first, after the given one. */
export const listMissedCalls = (
  tx: OrganizationTransaction,
  { since, after, limit }: { since: Date | null; after: { at: Date; id: number } | null; limit: number },
): Promise<MissedCall[]> =>
  tx
    .selectFrom("missed_calls")
    .selectAll()
    .$if(since !== null, (calls) => calls.where("at", ">=", since ?? new Date(0)))
    .$if(after !== null, (calls) =>
      calls.where(sql<boolean>`(at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? 0})`),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Lists the ids of the missed calls that a run has called back. */
export const listMissedCallsOfRun = async (tx: OrganizationTransaction, runId: number): Promise<number[]> => {
  const calls = await tx
    .selectFrom("missed_calls")
    .select("id")
    .where("called_back_run_id", "=", runId)
    .orderBy("id")
    .execute();
  return calls.map(({ id }) => id);
};
