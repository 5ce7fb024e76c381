/** Limits simultaneous work of a process; the rest waits in order. */
interface WorkLimit {
  /**
   * Waits for a turn and returns the function that ends it; null, at once, when too many wait already. Throws when
   * the signal aborts before the turn has come.
   */
  start(signal?: AbortSignal): Promise<(() => void) | null>;
}

export const createWorkLimit = ({ atATime, mostWaiting }: { atATime: number; mostWaiting: number }): WorkLimit => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const once = (): (() => void) => {
    let isOver = false;
    return () => {
      if (!isOver) end();
      isOver = true;
    };
  };
  return {
    start: async (signal) => {
      if (running < atATime) {
        running += 1;
        return once();
      }
      if (waiting.length >= mostWaiting) return null;
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        const leave = () => {
          const place = waiting.indexOf(resolve);
          if (place === -1) return;
          waiting.splice(place, 1);
          reject(new Error("The work was given up before its turn came", { cause: signal?.reason }));
        };
        signal?.addEventListener("abort", leave, { once: true });
      });
      return once();
    },
  };
};
