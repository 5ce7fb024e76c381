import { PoolFullError } from "./bounded-pool.ts";

/** Limits the connections that one organization uses at a time, so that others find some free. */
export interface OrganizationShares {
  /** The work of all organizations that waits for its turn. */
  waitingCount(): number;
  /**
   * Runs the work when the organization may use another connection. Rejects with PoolFullError when too much of its
   * work waits already, or when its turn does not come in time.
   */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}

interface Share {
  inUse: number;
  /** Gives the turn to what waits, in order. */
  waiting: Set<() => void>;
}

export const createOrganizationShares = (limits: {
  atATime: number;
  mostWaiting: number;
  waitMs: number;
}): OrganizationShares => {
  const shares = new Map<number, Share>();
  const shareOf = (organizationId: number): Share => {
    const share = shares.get(organizationId) ?? { inUse: 0, waiting: new Set() };
    shares.set(organizationId, share);
    return share;
  };
  const free = (organizationId: number, share: Share): void => {
    const [next] = share.waiting;
    if (next) return next();
    share.inUse -= 1;
    if (share.inUse === 0) shares.delete(organizationId);
  };
  return {
    waitingCount: () => [...shares.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    run: async (organizationId, work) => {
      const share = shareOf(organizationId);
      if (share.inUse < limits.atATime) share.inUse += 1;
      else await waitForTurn(share, limits);
      try {
        return await work();
      } finally {
        free(organizationId, share);
      }
    },
  };
};

const waitForTurn = async (
  { waiting }: Share,
  { mostWaiting, waitMs }: { mostWaiting: number; waitMs: number },
): Promise<void> => {
  if (waiting.size >= mostWaiting) throw new PoolFullError("too much work of one organization waits for the database");
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new PoolFullError("no connection to the database became free for this organization"));
    }, waitMs);
    waiting.add(begin);
  });
};
