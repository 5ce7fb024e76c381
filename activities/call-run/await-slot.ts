import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { isSlotMissed } from "../../domain/call/carrier-pace.rules.ts";
import { takeNextSlot } from "../../infra/postgres/call/admission.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { clockOf, type DatabaseClock } from "./database-clock.ts";
import type { Pace } from "./read-account-pace.ts";

type Deps = Pick<WorkerDependencies, "database">;

/** What a slot is taken for. */
interface PacedCall {
  run: Pick<CallRun, "id" | "organization_id" | "campaign_id">;
  account: { id: number };
}

/**
 * Waits until the request to the carrier may start. A slot that this process misses because it or the machine is busy is given up
 * for the account's next one, so that late requests never go out together. Returns how long the call would have to wait where that
 * one is after `latestStartMs` (of the steady clock); null: it may start now, unless that instant has passed.
 */
export const awaitSlot = async (
  deps: Deps,
  { call, pace, latestStartMs }: { call: PacedCall; pace: Pace; latestStartMs: number },
): Promise<{ waitMs: number } | null> => {
  const clock = clockOf(deps.database);
  let { slotMs } = pace;
  if (pace.intervalMs !== null) await readClockClosely(deps);
  for (;;) {
    const waitMs = clock.locate(slotMs).latestMs - performance.now();
    if (performance.now() > latestStartMs) return null;
    if (performance.now() + waitMs > latestStartMs) return { waitMs };
    await delay(Math.max(waitMs, 0));
    const { earliestMs, latestMs } = clock.locate(slotMs);
    // A clock that stays unknown on a busy machine keeps nobody from being called.
    const startMs = isUnsure(clock) ? latestMs : earliestMs;
    const isOnTime = !isSlotMissed({ slotMs: startMs, nowMs: performance.now() });
    // A call outside campaigns has one slot: nobody would call again in its place.
    const isLast = pace.intervalMs === null || call.run.campaign_id === null || performance.now() > latestStartMs;
    if (isOnTime || isLast || pace.intervalMs === null) return null;
    slotMs = await takeAnother(deps, call, pace.intervalMs);
  }
};

const MOST_READINGS = 5;

/** By the bounds of the clock alone a slot would count as missed. */
const isUnsure = (clock: DatabaseClock): boolean => {
  const { earliestMs, latestMs } = clock.locate(0);
  return isSlotMissed({ slotMs: earliestMs, nowMs: latestMs });
};

/** While the database's clock is not known closely, every slot would seem to be missed. */
const readClockClosely = async ({ database }: Deps): Promise<void> => {
  const clock = clockOf(database);
  for (let reading = 0; reading < MOST_READINGS && isUnsure(clock); reading += 1) {
    const askedAtMs = performance.now();
    const { rows } = await sql<{ now_ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`.execute(database.withoutOrganization);
    clock.observe({ askedAtMs, databaseMs: Number(rows[0]?.now_ms), answeredAtMs: performance.now() });
  }
};

const takeAnother = async (deps: Deps, { run, account }: PacedCall, intervalMs: number) => {
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
