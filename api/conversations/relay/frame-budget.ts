/** A person's words and keys come far more slowly; a burst may follow a delayed line. */
const FRAMES_PER_SECOND = 25;
const BURST = 200;

/** Creates a check whether one more frame is within what a carrier sends. */
export const createFrameBudget = (): (() => boolean) => {
  let left = BURST;
  let countedAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    left = Math.min(BURST, left + ((nowMs - countedAtMs) / 1000) * FRAMES_PER_SECOND);
    countedAtMs = nowMs;
    left -= 1;
    return left >= 0;
  };
};
