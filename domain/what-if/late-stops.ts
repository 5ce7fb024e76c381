import type { Attempts, StateChange } from "./campaign-past.ts";

/** What was decided beside a change, in a transaction of its own, is seen within this after it. */
export const BESIDE_MS = 10_000;

/**
 * Puts a stop after the calls that it came too late for: a call that was being let in while the campaign was stopped began before
 * the stop held, whatever the clocks of two transactions say.
 */
export const delayStops = (changes: readonly StateChange[], attempts: Attempts): StateChange[] => {
  const delayed: StateChange[] = changes.map((change) => ({ ...change }));
  for (let row = 0; row < attempts.count; row += 1) {
    const admittedMs = attempts.admittedMs[row] ?? 0;
    const last = delayed.findLast(({ atMs }) => atMs <= admittedMs);
    if (last && !last.isRunning && admittedMs - last.atMs <= BESIDE_MS) last.atMs = admittedMs + 1;
  }
  return delayed;
};

/** Returns how many calls were under way at the same time, at most. */
export const findPeak = ({ count, admittedMs, endMs }: Attempts): number => {
  const begins = admittedMs.slice(0, count).sort();
  const ends = endMs.slice(0, count).sort();
  let [peak, ended] = [0, 0];
  for (let begun = 0; begun < count; begun += 1) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= (begins[begun] ?? 0)) ended += 1;
    peak = Math.max(peak, begun + 1 - ended);
  }
  return peak;
};
