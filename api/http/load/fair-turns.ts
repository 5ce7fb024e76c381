import { createWorkLimit } from "../../../infra/work-limit.ts";
import { tooManyRequests, unavailable } from "../http-error.ts";

/** Limits simultaneous work of each subject; more work of a subject queues behind its own. */
export interface FairTurns {
  /**
   * Throws 429 when too much of the subject's work waits already, or when `signal` aborts before its turn, and 503 when too much of
   * all work waits.
   */
  run<T>(subject: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Queue {
  limit: ReturnType<typeof createWorkLimit>;
  /** Counts waiting and running work; the queue is deleted with the last of it. */
  users: number;
}

interface TurnLimits {
  /** Names the subject in sentences about too much waiting work. */
  subject: string;
  atATime: number;
  mostWaiting: { ofSubject: number; inAll: number };
}

/**
 * Creates turns: a thousand simultaneous requests of one subject take `atATime` connections, and others find free ones.
 */
export const createFairTurns = ({ subject: inWords, atATime, mostWaiting }: TurnLimits): FairTurns => {
  let waitingInAll = 0;
  const queues = new Map<string, Queue>();
  const queueOf = (subject: string): Queue => {
    const queue = queues.get(subject) ?? { limit: createWorkLimit({ atATime, mostWaiting: Infinity }), users: 0 };
    queues.set(subject, queue);
    return queue;
  };
  const waitForTurn = async ({ limit, users }: Queue, signal: AbortSignal | undefined) => {
    if (users <= atATime) return limit.start();
    if (users > atATime + mostWaiting.ofSubject) throw tooManyRequests(tooMany(inWords), 1);
    if (waitingInAll >= mostWaiting.inAll) throw unavailable(OVERLOADED);
    waitingInAll += 1;
    try {
      return await limit.start(signal);
    } catch (error) {
      // A 429 is not logged as a fault of ours, and not kept for a repetition under the same Idempotency-Key.
      if (signal?.aborted) throw tooManyRequests(CLOSED, 1);
      throw error;
    } finally {
      waitingInAll -= 1;
    }
  };
  return {
    run: async (subject, work, signal) => {
      const queue = queueOf(subject);
      queue.users += 1;
      let end: (() => void) | null = null;
      try {
        end = await waitForTurn(queue, signal);
        return await work();
      } finally {
        end?.();
        queue.users -= 1;
        if (queue.users === 0) queues.delete(subject);
      }
    },
  };
};

const tooMany = (subject: string) => `Too many requests of ${subject} wait already: send fewer at a time`;
const CLOSED = "The connection was closed while the request waited for its turn: send it again";
const OVERLOADED = "The server is overloaded right now; try again in a moment";
