/** Gives a permit back; the second call changes nothing. */
export type Release = () => void;

/** Limits simultaneous work of a process; the rest waits in order. */
export interface Semaphore {
  /** Returns the function that gives the permit back; null: none is free. */
  tryAcquire(): Release | null;
  /**
   * Waits for a permit and returns the function that gives it back; null, at once, when too many wait already. Throws when the
   * signal aborts before a permit is free.
   */
  acquire(signal?: AbortSignal): Promise<Release | null>;
  /** Counts the permits that are out. */
  acquired(): number;
}

/** Creates a semaphore of so many permits; without `mostWaiting` nobody waits for one. */
export const createSemaphore = ({ permits, mostWaiting = 0 }: { permits: number; mostWaiting?: number }): Semaphore => {
  const waiting: (() => void)[] = [];
  let acquired = 0;
  const releaseOnce = (): Release => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = waiting.shift();
      if (next) next();
      else acquired -= 1;
    };
  };
  const tryAcquire = (): Release | null => {
    if (acquired >= permits) return null;
    acquired += 1;
    return releaseOnce();
  };
  return {
    tryAcquire,
    acquire: async (signal) => {
      const release = tryAcquire();
      if (release) return release;
      if (waiting.length >= mostWaiting) return null;
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(begin), 1);
          reject(new Error("The work was given up before a permit was free", { cause: signal?.reason }));
        };
        waiting.push(begin);
        signal?.addEventListener("abort", leave, { once: true });
      });
      return releaseOnce();
    },
    acquired: () => acquired,
  };
};
