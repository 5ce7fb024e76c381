import { tooManyRequests } from "../http-error.ts";

/** Limits simultaneous work of each organization and of this process. */
export interface ConcurrencyLimit {
  /** Takes a place and returns the function that frees it. Throws 429 when none is free. */
  start(organizationId: number): () => void;
}

interface LimitOptions {
  perOrganization: number;
  /** The limit for all organizations together, in this process. */
  total: number;
  /** The error when no place is free. */
  refusals: { organization: string; process: string };
  retryAfterSeconds: number;
}

export const createConcurrencyLimit = ({
  perOrganization,
  total,
  refusals,
  retryAfterSeconds,
}: LimitOptions): ConcurrencyLimit => {
  const taken = new Map<number, number>();
  let takenInAll = 0;
  const change = (organizationId: number, by: 1 | -1) => {
    const count = (taken.get(organizationId) ?? 0) + by;
    if (count === 0) taken.delete(organizationId);
    else taken.set(organizationId, count);
    takenInAll += by;
  };
  return {
    start: (organizationId) => {
      if ((taken.get(organizationId) ?? 0) >= perOrganization)
        throw tooManyRequests(refusals.organization, retryAfterSeconds);
      if (takenInAll >= total) throw tooManyRequests(refusals.process, retryAfterSeconds);
      change(organizationId, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(organizationId, -1);
        isTaken = false;
      };
    },
  };
};
