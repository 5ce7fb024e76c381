import { shouldTripBreaker } from "../campaign/circuit-breaker.rules.ts";
import type { Policy, StateChange } from "./campaign-past.ts";

/** The circuit breaker over simulated calls: it trips by its rule, and a trip that was recorded lasts as long as it did. */
export interface SimulatedBreaker {
  /** Counts an outcome; returns when a trip takes effect, or null where it does not trip. */
  settle(outcome: string, atMs: number, policy: Policy): number | null;
  /** A resume starts a new window. */
  reset(): void;
}

/** The transaction of a trip follows the call's end within this. */
const TAKES_EFFECT_WITHIN_MS = 10_000;

/** A breaker whose trips are changes of the record: it trips by none of its own. */
export const createRecordedBreaker = (): SimulatedBreaker => ({ settle: () => null, reset: () => undefined });

export const createBreaker = (changes: readonly StateChange[]): SimulatedBreaker => {
  let settled: { atMs: number; outcome: string }[] = [];
  return {
    settle: (outcome, atMs, { breaker }) => {
      if (!breaker.enabled) return null;
      settled.push({ atMs, outcome });
      const sinceMs = atMs - breaker.window_seconds * 1000;
      settled = settled.filter((each) => each.atMs > sinceMs);
      const counts: Record<string, number> = {};
      for (const each of settled) counts[each.outcome] = (counts[each.outcome] ?? 0) + 1;
      if (!shouldTripBreaker(counts, breaker)) return null;
      const recorded = changes.find(
        (change) => change.byBreaker && change.atMs >= atMs && change.atMs <= atMs + TAKES_EFFECT_WITHIN_MS,
      );
      return recorded?.atMs ?? atMs;
    },
    reset: () => {
      settled = [];
    },
  };
};
