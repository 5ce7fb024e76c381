import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.ts";

const POLL_MS = 25;

/** Thrown by what is asked when the answer can never come, such as when the process that would give it has ended. */
export class WaitsInVain extends Error {
  override name = "WaitsInVain";
}

/**
 * Asks again and again until the answer is neither false nor undefined nor null, and gives it. Tests leave `timeoutMs`
 * out: it is there for benches and chaos runs, which measure.
 */
export const waitUntil = async <T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, false | undefined | null>> => {
  const deadline = performance.now() + timeoutMs;
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
    if (performance.now() > deadline)
      throw new Error(`waited ${timeoutMs} ms in vain until ${what}`, { cause: lastError });
    await delay(POLL_MS);
  }
};

const isTruthful = <T>(answer: T): answer is Exclude<T, false | undefined | null> =>
  answer !== false && answer !== undefined && answer !== null;
