import { setTimeout as delay } from "node:timers/promises";
import { isSlotMissed } from "../../domain/call/carrier-pace.rules.ts";
import { takeNextSlot } from "../../infra/postgres/call/admission.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { clockOf } from "./database-clock.ts";
import type { OutboundCall } from "./outbound-call.ts";
import type { Pace } from "./read-account-pace.ts";

/**
 * Waits until the request to the carrier may start. A slot that this process misses because it or the machine is busy is given up
 * for the account's next one, so that late requests never go out together. Returns how long the call would have to wait where that
 * one is after `latestStartMs` (of the steady clock); null: it may start now, unless that instant has passed.
 */
export const awaitSlot = async (
  deps: WorkerDependencies,
  { call, pace, latestStartMs }: { call: OutboundCall; pace: Pace; latestStartMs: number },
): Promise<{ waitMs: number } | null> => {
  const clock = clockOf(deps.database);
  let { slotMs } = pace;
  for (;;) {
    const waitMs = clock.locate(slotMs).latestMs - performance.now();
    if (performance.now() > latestStartMs) return null;
    if (performance.now() + waitMs > latestStartMs) return { waitMs };
    await delay(Math.max(waitMs, 0));
    const isOnTime = !isSlotMissed({ slotMs: clock.locate(slotMs).earliestMs, nowMs: performance.now() });
    if (pace.intervalMs === null || isOnTime || performance.now() > latestStartMs) return null;
    slotMs = await takeAnother(deps, call, pace.intervalMs);
  }
};

const takeAnother = async (deps: WorkerDependencies, { run, account }: OutboundCall, intervalMs: number) => {
  const { askedAtMs, slotMs, nowMs, answeredAtMs } = await deps.database.inOrganization(
    run.organization_id,
    async (tx) => {
      const askedAtMs = performance.now();
      const taken = await takeNextSlot(tx, { accountId: account.id, runId: run.id, intervalMs });
      return { ...taken, askedAtMs, answeredAtMs: performance.now() };
    },
  );
  clockOf(deps.database).observe({ askedAtMs, databaseMs: nowMs, answeredAtMs });
  return slotMs;
};
