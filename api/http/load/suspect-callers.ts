import { RateLimiterMemory } from "rate-limiter-flexible";
import { MINUTE_SECONDS } from "../../../domain/time/durations.rules.ts";
import { createSemaphore } from "../../../infra/limits/semaphore.ts";
import { HttpError, tooManyRequests } from "../http-error.ts";
import type { DelayedRefusals } from "./delayed-refusals.ts";
import { DELAY_MS } from "./delayed-refusals.ts";

const REFUSALS_PER_MINUTE = 60;
const AT_A_TIME = 2;
const SUSPECTS_WAITING = 50;

/** For callers that authenticate by a signature: an address with many unsigned requests is served slowly. */
export interface SuspectCallers {
  /**
   * Runs the work of a request. Throws 429 when too many requests of suspect addresses wait already. A refusal is no
   * longer held once the signal aborts that `createSignal` makes; most requests need none.
   */
  serve<T>(address: string, work: () => Promise<T>, createSignal?: () => AbortSignal): Promise<T>;
}

/**
 * Counts refusals by address. A carrier's addresses serve all of its customers: one customer's wrong requests must not
 * block the address for everybody, so a suspect address is delayed and not blocked.
 */
export const createSuspectCallers = (held: DelayedRefusals): SuspectCallers => {
  const refusals = new RateLimiterMemory({ points: REFUSALS_PER_MINUTE, duration: MINUTE_SECONDS });
  const semaphore = createSemaphore({ permits: AT_A_TIME, mostWaiting: SUSPECTS_WAITING });
  const isSuspect = async (address: string) => (await refusals.get(address))?.remainingPoints === 0;
  const enter = async (address: string) => {
    if (!(await isSuspect(address))) return null;
    const release = await semaphore.acquire();
    if (release) return release;
    throw tooManyRequests(
      "Too many requests from this address were refused: its requests have to wait for one another",
      1,
    );
  };
  /** Counts a refusal; returns whether the address was suspect before. */
  const countRefusal = async (address: string): Promise<boolean> => {
    const isCounted = await refusals.consume(address).then(
      () => true,
      () => false,
    );
    return !isCounted;
  };
  const serveInTurn = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const release = await enter(address);
    try {
      return await work();
    } finally {
      release?.();
    }
  };
  return {
    serve: async (address, work, createSignal) => {
      try {
        return await serveInTurn(address, work);
      } catch (error) {
        const isRefusal = error instanceof HttpError && (error.status === 403 || error.status === 404);
        if (isRefusal && (await countRefusal(address)))
          await held.hold({ caller: address, ms: DELAY_MS, ...(createSignal && { signal: createSignal() }) });
        throw error;
      }
    },
  };
};
