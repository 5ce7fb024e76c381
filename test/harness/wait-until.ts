import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 25;

/** Asks again and again until the answer is neither false nor undefined nor null, and gives it; fails after `timeoutMs`. */
export const waitUntil = async <T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs = 10_000,
): Promise<Exclude<T, false | undefined | null>> => {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (isTruthful(answer)) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline)
      throw new Error(`waited ${timeoutMs} ms in vain until ${what}`, { cause: lastError });
    await delay(POLL_MS);
  }
};

const isTruthful = <T>(answer: T): answer is Exclude<T, false | undefined | null> =>
  answer !== false && answer !== undefined && answer !== null;
