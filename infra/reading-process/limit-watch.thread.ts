import { workerData } from "node:worker_threads";
import { OUT_OF_MEMORY, OUT_OF_PROCESSOR_TIME } from "./limit-signals.ts";
import { readProcessorMs } from "./processor-time.ts";

const [maxBytes = 0, maxProcessorMs = 0, parent = 0] = process.argv.slice(2).map(Number);
const LOOK_EVERY_MS = 50;

/** The processor time that the process had used before its present file, in milliseconds. */
const usedBefore = workerData instanceof Int32Array ? workerData : new Int32Array(1);

// The reading thread may not reach its timers for seconds, so this thread has its own. `exit` would end only this thread.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, OUT_OF_MEMORY);
  if (readProcessorMs() - Atomics.load(usedBefore, 0) > maxProcessorMs)
    process.kill(process.pid, OUT_OF_PROCESSOR_TIME);
  // The process that requested the text has ended.
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
