import { Worker } from "node:worker_threads";

/**
 * Ends a reading process when it uses more memory or time of a processor than it may, and when the program that started
 * it has ended.
 */
export const watchLimits = (): void => {
  const [maxBytes, maxProcessorMs] = process.argv.slice(2);
  const watch = new Worker(new URL("./limit-watch.thread.ts", import.meta.url), {
    argv: [maxBytes, maxProcessorMs, process.ppid],
  });
  watch.unref();
};
