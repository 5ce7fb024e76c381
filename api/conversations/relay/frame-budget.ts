/** Words and keys of a person come slower by far; a burst follows a line that was held up. */
const FRAMES_PER_SECOND = 25;
const BURST = 200;

/** Whether one more frame is within what a carrier sends. */
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
