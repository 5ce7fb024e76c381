import { Worker } from "node:worker_threads";

/** Ends a reading process when it uses too much memory, and when the program that started it has ended. */
export const watchMemory = (): void => {
  const watch = new Worker(new URL("./memory-watch.thread.ts", import.meta.url), {
    argv: [process.argv[2], process.ppid],
  });
  watch.unref();
};
