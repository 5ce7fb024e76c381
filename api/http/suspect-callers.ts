import { RateLimiterMemory } from "rate-limiter-flexible";
import { createWorkLimit } from "../../infra/work-limit.ts";
import type { HeldRefusals } from "./held-refusals.ts";
import { HttpError, tooManyRequests } from "./http-error.ts";

const REFUSALS_PER_MINUTE = 60;
const MINUTE_SECONDS = 60;
const AT_A_TIME = 2;
const MOST_WAITING = 50;

/** So long a suspect address waits for each further refusal, while others take its place in the queue. */
const HELD_MS = 1000;

/** Callers whose requests prove themselves by a signature: an address that sends many others is served slowly. */
export interface SuspectCallers {
  /**
   * Runs the work of a request. Throws 429 when too many requests of suspect addresses wait already. A refusal is no longer
   * held once `signal` aborts.
   */
  serve<T>(address: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Counts what is refused by address. A carrier's addresses serve all its customers: one of them that asks for another's
 * calls must not close the address for everybody, so a suspect address waits for its turn and is not shut out.
 */
export const createSuspectCallers = (held: HeldRefusals): SuspectCallers => {
  const refusals = new RateLimiterMemory({ points: REFUSALS_PER_MINUTE, duration: MINUTE_SECONDS });
  const workLimit = createWorkLimit({ atATime: AT_A_TIME, mostWaiting: MOST_WAITING });
  const isSuspect = async (address: string) => (await refusals.get(address))?.remainingPoints === 0;
  const enter = async (address: string) => {
    if (!(await isSuspect(address))) return null;
    const end = await workLimit.start();
    if (end) return end;
    throw tooManyRequests(
      "Too many requests from this address were refused: its requests are handled one at a time",
      1,
    );
  };
  /** Says whether the address was suspect before. */
  const countRefusal = async (address: string): Promise<boolean> => {
    const isCounted = await refusals.consume(address).then(
      () => true,
      () => false,
    );
    return !isCounted;
  };
  const serveInTurn = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const end = await enter(address);
    try {
      return await work();
    } finally {
      end?.();
    }
  };
  return {
    serve: async (address, work, signal) => {
      try {
        return await serveInTurn(address, work);
      } catch (error) {
        const isRefusal = error instanceof HttpError && (error.status === 403 || error.status === 404);
        if (isRefusal && (await countRefusal(address)))
          await held.hold({ caller: address, ms: HELD_MS, ...(signal && { signal }) });
        throw error;
      }
    },
  };
};
