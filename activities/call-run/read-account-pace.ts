import { computeSlotIntervalMs, findCallsPerSecond, isSlotMissed } from "../../domain/call/carrier-pace.rules.ts";
import { lockPace, movePace, readPace } from "../../infra/postgres/call/admission.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** When the account may dial again. Epoch milliseconds, by the database's clock. */
export interface Pace {
  slotMs: number;
  /** Null: no limit of pace. */
  intervalMs: number | null;
  reserved: boolean;
}

/** Returns the slot that a run has reserved, or the account's next one. */
export const readAccountPace = async (
  tx: OrganizationTransaction,
  { run, account, carrier }: OutboundCall,
): Promise<Pace> => {
  const limits = { ofAccount: account.calls_per_second, ofCarrier: carrier.description.defaultCallsPerSecond };
  const perSecond = findCallsPerSecond(limits, run.environment);
  if (perSecond === null) {
    return { slotMs: await readThrottledUntil(tx, account.id), intervalMs: null, reserved: false };
  }
  const { nextMs, nowMs } = await lockPace(tx, account);
  const reservedMs = run.pace_slot_at?.getTime() ?? 0;
  const intervalMs = computeSlotIntervalMs(perSecond);
  // Every slot was before the account's next one when it was reserved; another one is by a clock that was wrong.
  const isByThisClock = reservedMs < nextMs;
  if (isByThisClock && !isSlotMissed({ slotMs: reservedMs, nowMs }))
    return { slotMs: reservedMs, intervalMs, reserved: true };
  return { slotMs: nextMs, intervalMs, reserved: false };
};

/** An account without a pace still waits when its carrier throttles it. */
const readThrottledUntil = async (tx: OrganizationTransaction, accountId: number): Promise<number> => {
  const { slotMs, isSetBack } = await readPace(tx, accountId);
  if (isSetBack) await movePace(tx, accountId, new Date(slotMs));
  return slotMs;
};

/** Reserves the slot for the run, so that no other run dials at it. */
export const reserveSlot = async (
  tx: OrganizationTransaction,
  { run, account }: OutboundCall,
  pace: Pace,
): Promise<void> => {
  if (pace.intervalMs === null || pace.reserved) return;
  await movePace(tx, account.id, new Date(pace.slotMs + pace.intervalMs));
  await tx
    .updateTable("call_runs")
    .set({ pace_slot_at: new Date(pace.slotMs) })
    .where("id", "=", run.id)
    .execute();
};
