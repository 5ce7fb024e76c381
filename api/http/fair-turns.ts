import { createWorkLimit } from "../../infra/work-limit.ts";

/** Work of which each subject has only some done at a time; what more it asks for waits behind its own. */
export interface FairTurns {
  run<T>(subject: string, work: () => Promise<T>): Promise<T>;
}

interface Queue {
  limit: ReturnType<typeof createWorkLimit>;
  /** Who waits or has a turn; with the last of them the queue goes. */
  users: number;
}

/** A thousand requests at once of one subject take `atATime` connections, and others find some free. */
export const createFairTurns = (atATime: number): FairTurns => {
  const queues = new Map<string, Queue>();
  const queueOf = (subject: string): Queue => {
    const queue = queues.get(subject) ?? { limit: createWorkLimit({ atATime, mostWaiting: Infinity }), users: 0 };
    queues.set(subject, queue);
    return queue;
  };
  return {
    run: async (subject, work) => {
      const queue = queueOf(subject);
      queue.users += 1;
      const end = await queue.limit.start();
      try {
        return await work();
      } finally {
        end?.();
        queue.users -= 1;
        if (queue.users === 0) queues.delete(subject);
      }
    },
  };
};
