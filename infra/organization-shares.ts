/** Limits the work that one organization has in progress at a time, so that others find free places. */
export interface OrganizationShares {
  /** Counts the work of all organizations that waits for its turn. */
  waitingCount(): number;
  /**
   * Runs the work when the organization may have more in progress; `work` is given the time that it has waited. Rejects with the
   * error of `refuse` when too much waits already, or when its turn does not come in time; and when `signal` aborts before that.
   */
  run<T>(organizationId: number, work: (waitedMs: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export interface ShareLimits {
  atATime: number;
  /**
   * The places of all organizations, for running and waiting work alike. An organization that holds as many places as are free gets
   * no more, so shares shrink as more organizations fill theirs, and a new one finds free places. Default: no limit.
   */
  places?: number;
  mostWaiting: { ofOrganization: number; inAll: number };
  /** The longest wait; null: there is no limit. */
  waitMs: number | null;
  refuse(why: "too_many_wait" | "waited_too_long"): Error;
}

interface Share {
  underWay: number;
  /** Functions that give waiting work its turn, in order. */
  waiting: Set<() => void>;
}

export const createOrganizationShares = (limits: ShareLimits): OrganizationShares => {
  const shares = new Map<number, Share>();
  const { places = Infinity } = limits;
  let waitingInAll = 0;
  let heldInAll = 0;
  const shareOf = (organizationId: number): Share => {
    const share = shares.get(organizationId) ?? { underWay: 0, waiting: new Set() };
    shares.set(organizationId, share);
    return share;
  };
  const free = (organizationId: number, share: Share): void => {
    const [next] = share.waiting;
    if (next) return next();
    share.underWay -= 1;
    if (share.underWay === 0) shares.delete(organizationId);
  };
  const hold = (organizationId: number): void => {
    const share = shares.get(organizationId);
    const held = share ? share.underWay + share.waiting.size : 0;
    if (held >= places - heldInAll) throw limits.refuse("too_many_wait");
    heldInAll += 1;
  };
  /** Returns how long it took, in milliseconds. */
  const waitForTurn = async ({ waiting }: Share, signal?: AbortSignal): Promise<number> => {
    const { ofOrganization, inAll } = limits.mostWaiting;
    if (waiting.size >= ofOrganization || waitingInAll >= inAll) throw limits.refuse("too_many_wait");
    const sinceMs = performance.now();
    waitingInAll += 1;
    try {
      await turnOf(waiting, limits, signal);
    } finally {
      waitingInAll -= 1;
    }
    return performance.now() - sinceMs;
  };
  return {
    waitingCount: () => waitingInAll,
    run: async (organizationId, work, signal) => {
      signal?.throwIfAborted();
      hold(organizationId);
      try {
        const share = shareOf(organizationId);
        let waitedMs = 0;
        if (share.underWay < limits.atATime) share.underWay += 1;
        else waitedMs = await waitForTurn(share, signal);
        try {
          return await work(waitedMs);
        } finally {
          free(organizationId, share);
        }
      } finally {
        heldInAll -= 1;
      }
    },
  };
};

const turnOf = (
  waiting: Share["waiting"],
  { waitMs, refuse }: ShareLimits,
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
    const giveUp = () => {
      stopWaiting();
      reject(refuse("waited_too_long"));
    };
    const abort = () => {
      stopWaiting();
      reject(new Error("the work was given up while it waited", { cause: signal?.reason }));
    };
    const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
    signal?.addEventListener("abort", abort);
    waiting.add(begin);
  });
