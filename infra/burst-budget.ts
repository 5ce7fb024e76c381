export interface BurstLimits {
  perSecond: number;
  /** How many may come at once, after as long a silence as they would take. */
  burst: number;
}

/** Creates a check whether one more of something is within the limits. */
export const createBurstBudget = (
  { perSecond, burst }: BurstLimits,
  now: () => number = () => performance.now(),
): (() => boolean) => {
  let left = burst;
  let countedAtMs = now();
  return () => {
    const nowMs = now();
    left = Math.min(burst, left + ((nowMs - countedAtMs) / 1000) * perSecond);
    countedAtMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};
