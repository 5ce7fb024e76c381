import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.ts";

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 200;
/** A long wait asks less often: asking takes processor time from the parts that a test waits for. */
const PAUSE_SHARE = 0.1;

/** Thrown by what is asked when the answer can never come, such as when the process that would give it has ended. */
export class WaitsInVain extends Error {
  override name = "WaitsInVain";
}

/**
 * Asks again and again until the answer is neither false nor undefined nor null, and gives it. Tests leave `timeoutMs`
 * out: it is there for benches and chaos runs, which measure and are told at once.
 */
export const waitUntil = async <T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs?: number,
): Promise<Exclude<T, false | undefined | null>> => {
  const beginMs = performance.now();
  const patienceMs = timeoutMs ?? PATIENCE_MS;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (isTruthful(answer)) return answer;
      lastError = undefined;
    } catch (error) {
      if (error instanceof WaitsInVain) throw error;
      lastError = error;
    }
    const waitedMs = performance.now() - beginMs;
    if (waitedMs > patienceMs) throw new Error(`waited ${patienceMs} ms in vain until ${what}`, { cause: lastError });
    await delay(timeoutMs === undefined ? pauseAfter(waitedMs) : SHORTEST_PAUSE_MS);
  }
};

const pauseAfter = (waitedMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, PAUSE_SHARE * waitedMs));

const isTruthful = <T>(answer: T): answer is Exclude<T, false | undefined | null> =>
  answer !== false && answer !== undefined && answer !== null;
