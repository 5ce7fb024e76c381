import { RateLimiterMemory } from "rate-limiter-flexible";
import { MINUTE_SECONDS } from "../../../domain/time/durations.rules.ts";
import { HttpError } from "../http-error.ts";
import type { DelayedRefusals } from "./delayed-refusals.ts";
import { DELAY_MS } from "./delayed-refusals.ts";

const FREE_PER_MINUTE = 20;
/** Refusals that only time changes: a quota that is used up, and too much at once. */
const STATUSES = new Set([402, 429]);

/** Delays the refusals of callers who repeat a refused request without a pause: each costs a look-up and a transaction. */
export interface RepeatedRefusals {
  /** Waits a second where this is one of many refusals of the caller in a minute, or until `signal` aborts. */
  hold(caller: string, error: unknown, signal: AbortSignal): Promise<void>;
}

export const createRepeatedRefusals = (held: DelayedRefusals): RepeatedRefusals => {
  const refusals = new RateLimiterMemory({ points: FREE_PER_MINUTE, duration: MINUTE_SECONDS });
  const isOneOfMany = (caller: string): Promise<boolean> =>
    refusals.consume(caller).then(
      () => false,
      () => true,
    );
  return {
    hold: async (caller, error, signal) => {
      if (!(error instanceof HttpError) || !STATUSES.has(error.status)) return;
      if (await isOneOfMany(caller)) await held.hold({ caller, ms: DELAY_MS, signal });
    },
  };
};
