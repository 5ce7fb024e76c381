import { setTimeout as delay } from "node:timers/promises";
import { createKeyedTokenBuckets, type TokenBucketLimits } from "../../../infra/limits/token-bucket.ts";
import { tooManyRequests } from "../http-error.ts";

export interface PaceClock {
  now: () => number;
  /** Ends early when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ownClock: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
};

/** Lets the bytes of a subject through no faster than its bucket fills again: those beyond it come later. */
export interface Pace<Subject> {
  /** Waits until its bucket has some, or until `signal` aborts. Throws 429 when that would take too long. */
  enter(subject: Subject, bytes: number, signal: AbortSignal): Promise<void>;
  /** Counts more; negative: less was needed. */
  correct(subject: Subject, bytes: number): void;
}

export const createPace = <Subject>(
  { longestWaitMs, refusal, ...limits }: TokenBucketLimits & { longestWaitMs: number; refusal: string },
  { now, wait }: PaceClock = ownClock,
): Pace<Subject> => {
  const buckets = createKeyedTokenBuckets<Subject>(limits, now);
  return {
    enter: async (subject, bytes, signal) => {
      const waitMs = buckets.msUntilAvailable(subject);
      if (waitMs > longestWaitMs) throw tooManyRequests(refusal, waitMs / 1000);
      buckets.take(subject, bytes);
      if (waitMs > 0) await wait(waitMs, signal);
    },
    correct: buckets.take,
  };
};
