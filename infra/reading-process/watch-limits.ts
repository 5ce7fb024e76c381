import { Worker } from "node:worker_threads";
import { readProcessorMs } from "./processor-time.ts";

export interface LimitWatch {
  /** Begins another file, for which the processor time that was used until now does not count. */
  beginFile(): void;
}

/**
 * Ends a reading process when it uses more memory or, for one file, more time of a processor than it may, and when the
 * program that started it has ended.
 */
export const watchLimits = (): LimitWatch => {
  // The starter names itself: once it has ended, the parent that this process would find is another one.
  const [maxBytes, maxProcessorMs, starter] = process.argv.slice(2);
  // The memory is shared, because the reading thread may not answer for seconds.
  const usedBefore = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(new URL("./limit-watch.thread.ts", import.meta.url), {
    argv: [maxBytes, maxProcessorMs, starter],
    workerData: usedBefore,
  });
  watch.unref();
  return { beginFile: () => void Atomics.store(usedBefore, 0, Math.floor(readProcessorMs())) };
};
