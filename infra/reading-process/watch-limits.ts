import { Worker } from "node:worker_threads";
import { readProcessorMs } from "./processor-time.ts";

export interface LimitWatch {
  /**
   * Begins another file, for which the processor time that was used until now does not count. `maxProcessorMs`: its own limit,
   * beside that of the process.
   */
  beginFile(maxProcessorMs?: number): void;
}

/**
 * Ends a reading process when it uses more memory or, for one file, more time of a processor than it may, and when the
 * program that started it has ended.
 */
export const watchLimits = (): LimitWatch => {
  // The starter names itself: once it has ended, the parent that this process would find is another one.
  const [maxBytes, maxOfAny, starter] = process.argv.slice(2);
  // The memory is shared, because the reading thread may not answer for seconds.
  const mayHaveUsed = new Int32Array(new SharedArrayBuffer(4));
  const beginFile = (maxProcessorMs = Infinity) => {
    const most = Math.min(maxProcessorMs, Number(maxOfAny));
    Atomics.store(mayHaveUsed, 0, most === Infinity ? 0 : Math.max(1, Math.floor(readProcessorMs() + most)));
  };
  beginFile();
  const watch = new Worker(new URL("./limit-watch.thread.ts", import.meta.url), {
    argv: [maxBytes, starter],
    workerData: mayHaveUsed,
  });
  watch.unref();
  return { beginFile };
};
