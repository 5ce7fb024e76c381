import { OUT_OF_MEMORY } from "./out-of-memory.ts";

const [maxBytes = 0, parent = 0] = process.argv.slice(2).map(Number);
const LOOK_EVERY_MS = 50;

// The extraction may not reach its timers for seconds, so this thread has its own. `exit` would end only the thread.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, OUT_OF_MEMORY);
  // The process that wanted the text has ended.
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
