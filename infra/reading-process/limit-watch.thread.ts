import { Socket } from "node:net";
import { workerData } from "node:worker_threads";
import { OUT_OF_MEMORY, OUT_OF_PROCESSOR_TIME } from "./limit-signals.ts";
import { readProcessorMs } from "./processor-time.ts";

/** The descriptor of a pipe that nothing is written to: it is open for as long as the program that started the process lives. */
const STARTER_PIPE = 3;

const [maxBytes = 0, starter = 0] = process.argv.slice(2).map(Number);
const LOOK_EVERY_MS = 50;

/** The processor time that the process may have used when it is done with its present file, in milliseconds; 0: any. */
const mayHaveUsed = workerData instanceof Int32Array ? workerData : new Int32Array(1);

// `exit` would end only this thread.
const end = () => process.kill(process.pid, "SIGKILL");

// The system closes the pipe when the starter ends, even where that was before this process came to look at its parent.
new Socket({ fd: STARTER_PIPE, readable: true, writable: false }).on("error", end).on("close", end).resume();

// The reading thread may not reach its timers for seconds, so this thread has its own.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, OUT_OF_MEMORY);
  const most = Atomics.load(mayHaveUsed, 0);
  if (most > 0 && readProcessorMs() > most) process.kill(process.pid, OUT_OF_PROCESSOR_TIME);
  if (process.ppid !== starter) end();
}, LOOK_EVERY_MS);
