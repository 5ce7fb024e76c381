import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MEGABYTE } from "../domain/file/bytes.ts";

const LOOK_FOR_REST_EVERY_MS = 5000;
/** The share of the time that a thread works while nobody uses it, for polls, timers and probes. */
const AT_REST = 0.02;
/** This many looks in a row must find the thread at rest. */
const LOOKS_AT_REST = 3;
/** Less garbage is not worth the pause. */
const GROWTH_BYTES = 12 * MEGABYTE;

export interface RestWatch {
  /** Looks at the thread once; returns whether the heap was collected. */
  look(): boolean;
}

/**
 * Collects the whole heap once the thread has come to rest after work: V8 collects only when something asks for memory, so the
 * garbage of the last work would stay until the next. A collection takes some tenths of a second, so it waits until nothing
 * `isBusy` and the heap has grown enough since the last one.
 */
export const createRestWatch = ({
  workedShare,
  heapBytes,
  collect,
  isBusy,
}: {
  /** Returns the share of the time since the last question in which the thread has worked. */
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
      // After a shrink, growth is counted from the lowest size since the last collection.
      bytesAfter = Math.min(bytesAfter, heapBytes());
      if (looksAtRest < LOOKS_AT_REST || heapBytes() < bytesAfter + GROWTH_BYTES) return false;
      collect();
      bytesAfter = heapBytes();
      looksAtRest = 0;
      return true;
    },
  };
};

/** Collects this thread's heap whenever the thread comes to rest; returns the function that stops it. */
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

/** Returns V8's own collection, which a program reaches only through a context that was created under its flag. */
const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") return () => {};
  // "last-resort" also compacts what is left and returns the pages to the system.
  return () => void Reflect.apply(gc, undefined, [{ type: "major", flavor: "last-resort" }]);
};
