import { readPace, movePace, lockPace } from "../../infra/postgres/call/admission.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** A reserved slot that was missed by more, or by half the time to the next one, is given up: two late calls must not go out together. */
const SLOT_TOLERANCE_MS = 250;

/** When the account may dial again. Times are epoch milliseconds by the database. */
export interface Pace {
  slotMs: number;
  /** Null: no pace. */
  intervalMs: number | null;
  reserved: boolean;
}

/** The slot that a run has reserved, or the account's next one. */
export const accountPace = async (
  tx: OrganizationTransaction,
  { run, account, carrier }: OutboundCall,
): Promise<Pace> => {
  const perSecond = account.calls_per_second ?? carrier.description.defaultCallsPerSecond;
  if (perSecond === null || run.environment === "sandbox") {
    // An account without a pace still waits when its carrier has said "slow down".
    return { slotMs: await readPace(tx, account.id), intervalMs: null, reserved: false };
  }
  const { nextMs, nowMs } = await lockPace(tx, account);
  const reservedMs = run.pace_slot_at?.getTime() ?? 0;
  const intervalMs = 1000 / perSecond;
  const toleranceMs = Math.min(SLOT_TOLERANCE_MS, intervalMs / 2);
  if (reservedMs >= nowMs - toleranceMs) return { slotMs: reservedMs, intervalMs, reserved: true };
  return { slotMs: nextMs, intervalMs, reserved: false };
};

/** Assigns the slot to the run, so that no other run dials at it. */
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
