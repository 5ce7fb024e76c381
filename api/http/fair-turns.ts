import { createWorkLimit } from "../../infra/work-limit.ts";

/** Limits simultaneous work of each subject; more work of a subject queues behind its own. */
export interface FairTurns {
  run<T>(subject: string, work: () => Promise<T>): Promise<T>;
}

interface Queue {
  limit: ReturnType<typeof createWorkLimit>;
  /** Waiting and running work; the queue is deleted with the last one. */
  users: number;
}

/**
 * Creates turns: a thousand simultaneous requests of one subject take `atATime` connections, and others find free ones.
 */
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
