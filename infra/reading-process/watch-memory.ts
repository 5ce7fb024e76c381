import { Worker } from "node:worker_threads";

/** For a reading process: ends it when it holds more than it may, and when the program that started it is gone. */
export const watchMemory = (): void => {
  const watch = new Worker(new URL("./memory-watch.thread.ts", import.meta.url), {
    argv: [process.argv[2], process.ppid],
  });
  watch.unref();
};
