import { Worker } from "node:worker_threads";
import { readProcessorMs } from "./processor-time.ts";

export interface LimitWatch {
  /** Lets the process begin with another file: what it has used of a processor until now counts no longer. */
  beginFile(): void;
}

/**
 * Ends a reading process when it uses more memory or, for one file, more time of a processor than it may, and when the
 * program that started it has ended.
 */
export const watchLimits = (): LimitWatch => {
  const [maxBytes, maxProcessorMs] = process.argv.slice(2);
  // Shared, because the thread that reads may not answer for seconds.
  const usedBefore = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(new URL("./limit-watch.thread.ts", import.meta.url), {
    argv: [maxBytes, maxProcessorMs, process.ppid],
    workerData: usedBefore,
  });
  watch.unref();
  return { beginFile: () => void Atomics.store(usedBefore, 0, Math.floor(readProcessorMs())) };
};
