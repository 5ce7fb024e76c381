/** Limits simultaneous work of a process; the rest waits in order. */
interface WorkLimit {
  /** Waits for a turn and returns the function that ends it; null, at once, when too many wait already. */
  start(): Promise<(() => void) | null>;
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
    start: async () => {
      if (running < atATime) {
        running += 1;
        return once();
      }
      if (waiting.length >= mostWaiting) return null;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return once();
    },
  };
};
