import { setTimeout as delay } from "node:timers/promises";

const EVERY_MS = 1_000;

/** Reads once a second until it is done, or the time is over, and returns what was read last. */
export const pollUntil = async (
  { signal }: { signal: AbortSignal },
  { seconds, read, isDone }: { seconds: number; read: () => Promise<unknown>; isDone: (answer: unknown) => boolean },
): Promise<unknown> => {
  const endsAtMs = performance.now() + seconds * 1_000;
  let answer = await read();
  while (!isDone(answer) && performance.now() < endsAtMs) {
    await delay(EVERY_MS, undefined, { signal });
    answer = await read();
  }
  return answer;
};
