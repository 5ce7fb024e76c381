import { createSemaphore } from "../../infra/limits/semaphore.ts";

interface Places {
  atATime: number;
  mostWaiting: number;
  /** The longest wait for a place, in milliseconds. */
  waitMs: number;
}

/**
 * Limits simultaneous work. Beyond the limit a caller waits a moment for a place; where none becomes free, or as many wait as may, it
 * gets null, and nothing is done.
 */
export const limitSimultaneous = <Input, Result>(
  { atATime, mostWaiting, waitMs }: Places,
  work: (input: Input) => Promise<Result>,
): ((input: Input) => Promise<Result | null>) => {
  const limit = createSemaphore({ permits: atATime, mostWaiting });
  return async (input) => {
    const release = await limit.acquire(AbortSignal.timeout(waitMs)).catch(() => null);
    if (!release) return null;
    try {
      return await work(input);
    } finally {
      release();
    }
  };
};
