import type { Release } from "./semaphore.ts";

/** Limits the simultaneous work of each key (an organization, a credential), so that others find free permits. */
export interface KeyedSemaphore<Key> {
  /** Takes a permit, without waiting, and returns the function that gives it back. Throws the error of `refuse` when none is free. */
  acquireNow(key: Key): Release;
  /**
   * Runs the work when the key may have more in progress; `work` is given the time that it has waited. Rejects with the error of
   * `refuse` when too much waits already, or when it has waited for too long; and when `signal` aborts before that.
   */
  run<T>(key: Key, work: (waitedMs: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Counts the work of all keys that waits. */
  waitingCount(): number;
  /** Counts the work of a key, running and waiting alike. */
  countOf(key: Key): number;
  /** Counts the work of all keys, running and waiting alike. */
  countAll(): number;
}

/** Why work is refused: its key has as much as it may, all keys together have, or it has waited for too long. */
export type Refusal = "key_is_full" | "all_is_full" | "waited_too_long";

export interface KeyedSemaphoreLimits {
  permitsOfKey: number;
  /** The permits of all keys together, for running and waiting work alike. Default: no limit. */
  permits?: number;
  /**
   * A key that holds as many permits as are free gets no more, so shares shrink as more keys fill theirs, and a new one finds free
   * permits. Default: false.
   */
  hasFairShares?: boolean;
  /** Default: nothing waits. */
  mostWaiting?: { ofKey: number; inAll: number };
  /** The longest wait; null: there is no limit, which is the default. */
  waitMs?: number | null;
  refuse(why: Refusal): Error;
  /** Makes the error of work that was given up while it waited. */
  giveUp?(cause: unknown): Error;
}

interface Share {
  running: number;
  /** Functions that begin waiting work, in order. */
  waiting: Set<() => void>;
}

const NONE_WAIT = { ofKey: 0, inAll: 0 };
const giveUpPlainly = (cause: unknown) => new Error("the work was given up while it waited", { cause });

/** What each key has in progress, and how much all have together. */
const createLedger = <Key>() => {
  const shares = new Map<Key, Share>();
  let countInAll = 0;
  const shareOf = (key: Key): Share => {
    const share = shares.get(key) ?? { running: 0, waiting: new Set() };
    shares.set(key, share);
    return share;
  };
  return {
    shareOf,
    runningOf: (key: Key): number => shares.get(key)?.running ?? 0,
    countOf: (key: Key): number => {
      const share = shares.get(key);
      return share ? share.running + share.waiting.size : 0;
    },
    countAll: () => countInAll,
    countMore: (by: 1 | -1) => {
      countInAll += by;
    },
    begin: (key: Key): void => {
      shareOf(key).running += 1;
      countInAll += 1;
    },
    /** Ends one piece of work; the next that waits begins in its place. */
    end: (key: Key): void => {
      countInAll -= 1;
      const share = shareOf(key);
      const [next] = share.waiting;
      if (next) return next();
      share.running -= 1;
      if (share.running === 0) shares.delete(key);
    },
  };
};

export const createKeyedSemaphore = <Key>(limits: KeyedSemaphoreLimits): KeyedSemaphore<Key> => {
  const { permitsOfKey, permits = Infinity, hasFairShares = false, mostWaiting = NONE_WAIT } = limits;
  const { waitMs = null, refuse, giveUp = giveUpPlainly } = limits;
  const { shareOf, runningOf, countOf, countAll, countMore, begin, end } = createLedger<Key>();
  let waitingInAll = 0;
  const requirePermit = (key: Key): void => {
    const free = permits - countAll();
    if (hasFairShares ? countOf(key) >= free : free <= 0) throw refuse("all_is_full");
  };
  /** Returns how long it took, in milliseconds. */
  const wait = async (key: Key, signal?: AbortSignal): Promise<number> => {
    const { waiting } = shareOf(key);
    if (waiting.size >= mostWaiting.ofKey) throw refuse("key_is_full");
    if (waitingInAll >= mostWaiting.inAll) throw refuse("all_is_full");
    const sinceMs = performance.now();
    waitingInAll += 1;
    countMore(1);
    try {
      await beginningOf(waiting, { waitMs, refuse, giveUp }, signal);
    } catch (error) {
      countMore(-1);
      throw error;
    } finally {
      waitingInAll -= 1;
    }
    return performance.now() - sinceMs;
  };
  return {
    acquireNow: (key) => {
      if (runningOf(key) >= permitsOfKey) throw refuse("key_is_full");
      requirePermit(key);
      begin(key);
      return once(() => end(key));
    },
    run: async (key, work, signal) => {
      if (signal?.aborted) throw giveUp(signal.reason);
      requirePermit(key);
      let waitedMs = 0;
      if (runningOf(key) < permitsOfKey) begin(key);
      else waitedMs = await wait(key, signal);
      try {
        return await work(waitedMs);
      } finally {
        end(key);
      }
    },
    waitingCount: () => waitingInAll,
    countOf,
    countAll,
  };
};

const once = (work: () => void): Release => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** Resolves when waiting work may begin, in place of work that has ended. */
const beginningOf = (
  waiting: Share["waiting"],
  { waitMs, refuse, giveUp }: Required<Pick<KeyedSemaphoreLimits, "waitMs" | "refuse" | "giveUp">>,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      waiting.delete(begin);
    };
    const begin = () => {
      stopWaiting();
      resolve();
    };
    const timeOut = () => {
      stopWaiting();
      reject(refuse("waited_too_long"));
    };
    const abort = () => {
      stopWaiting();
      reject(giveUp(signal?.reason));
    };
    const timer = waitMs === null ? undefined : setTimeout(timeOut, waitMs);
    signal?.addEventListener("abort", abort);
    waiting.add(begin);
  });
