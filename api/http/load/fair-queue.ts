import { createKeyedSemaphore, type KeyedSemaphore } from "../../../infra/limits/keyed-semaphore.ts";
import { tooManyRequests, unavailable } from "../http-error.ts";

/**
 * Limits simultaneous work of each subject; more work of a subject queues behind its own. Throws 429 when too much of the subject's
 * work waits already, or when `signal` aborts before it begins, and 503 when too much of all work waits.
 */
export type FairQueue = Pick<KeyedSemaphore<string>, "run">;

interface QueueLimits {
  /** Names the subject in sentences about too much waiting work. */
  subject: string;
  atATime: number;
  mostWaiting: { ofSubject: number; inAll: number };
}

/**
 * Creates a queue: a thousand simultaneous requests of one subject take `atATime` connections, and others find free ones.
 */
export const createFairQueue = ({ subject, atATime, mostWaiting: { ofSubject, inAll } }: QueueLimits): FairQueue =>
  createKeyedSemaphore<string>({
    permitsOfKey: atATime,
    mostWaiting: { ofKey: ofSubject, inAll },
    refuse: (why) => (why === "key_is_full" ? tooManyRequests(tooMany(subject), 1) : unavailable(OVERLOADED)),
    // A 429 is not logged as a fault of ours, and not kept for a repetition under the same Idempotency-Key.
    giveUp: () => tooManyRequests(CLOSED, 1),
  });

const tooMany = (subject: string) => `Too many requests of ${subject} wait already: send fewer at a time`;
const CLOSED = "The connection was closed while the request waited for its turn: send it again";
const OVERLOADED = "The server is overloaded right now; try again in a moment";
