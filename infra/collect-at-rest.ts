import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MEGABYTE } from "../domain/file/bytes.ts";

const LOOK_FOR_REST_EVERY_MS = 5000;
/** The share of the time that a thread works while nobody uses it: polls, timers and probes. */
const AT_REST = 0.02;
/** So many looks in a row must find the thread at rest. */
const LOOKS_AT_REST = 3;
/** Less garbage is not worth the pause. */
const GROWTH_BYTES = 12 * MEGABYTE;

export interface RestWatch {
  /** Looks at the thread once; returns whether the heap was collected. */
  look(): boolean;
}

/**
 * Watches for the time at which the thread has come to rest after work, and then collects its heap whole: without it the
 * garbage of the last work stays until the next, as V8 collects only when something asks for memory. That takes some
 * tenths of a second, so it waits until nothing `isBusy`, and until enough has come since the last time.
 */
export const createRestWatch = ({
  workedShare,
  heapBytes,
  collect,
  isBusy,
}: {
  /** The share of the time since the last question in which the thread has worked. */
  workedShare: () => number;
  heapBytes: () => number;
  collect: () => void;
  isBusy: () => boolean;
}): RestWatch => {
  let looksAtRest = 0;
  let bytesAfter = 0;
  return {
    look: () => {
      looksAtRest = workedShare() < AT_REST && !isBusy() ? looksAtRest + 1 : 0;
      // A shrunken heap grows back by less than what the last collection left.
      bytesAfter = Math.min(bytesAfter, heapBytes());
      if (looksAtRest < LOOKS_AT_REST || heapBytes() < bytesAfter + GROWTH_BYTES) return false;
      collect();
      bytesAfter = heapBytes();
      looksAtRest = 0;
      return true;
    },
  };
};

/** Collects this thread's heap whenever the thread comes to rest; returns what stops it. */
export const collectAtRest = (isBusy: () => boolean = () => false): (() => void) => {
  const watch = createRestWatch({
    workedShare: shareSince(),
    heapBytes: () => getHeapStatistics().total_heap_size,
    collect: collector(),
    isBusy,
  });
  const timer = setInterval(() => watch.look(), LOOK_FOR_REST_EVERY_MS).unref();
  return () => clearInterval(timer);
};

const shareSince = (): (() => number) => {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
};

/** Returns V8's own collection, which a program reaches only by a context that was made under its flag. */
const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") return () => {};
  // "last-resort" also moves what is left together and gives the pages back.
  return () => void Reflect.apply(gc, undefined, [{ type: "major", flavor: "last-resort" }]);
};
