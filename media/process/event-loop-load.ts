import { type EventLoopUtilization, performance } from "node:perf_hooks";

/** The share of time from which on frames begin to wait for each other. */
const BUSY_SHARE = 0.85;
const LOOK_EVERY_MS = 2000;

/**
 * Watches the one thread that carries the sound of all calls, and calls `onBusy` as long as it hardly rests: before sound waits, so
 * that one more call is refused instead of all of them stuttering.
 */
export const watchEventLoop = (onBusy: (share: number) => void): void => {
  setInterval(createEventLoopWatch(onBusy), LOOK_EVERY_MS).unref();
};

/** Creates a function that looks at what the thread has done since the last look. */
export const createEventLoopWatch = (
  onBusy: (share: number) => void,
  read: () => EventLoopUtilization = () => performance.eventLoopUtilization(),
): (() => void) => {
  let before = read();
  return () => {
    const now = read();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= BUSY_SHARE) onBusy(utilization);
  };
};
