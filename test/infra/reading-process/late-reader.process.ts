import { writeSync } from "node:fs";
import { watchLimits } from "../../../infra/reading-process/watch-limits.ts";

/** Comes to watch for the end of its starter when that has been there, as on a busy machine, and is then busy for ever. */
const starter = process.ppid;
writeSync(1, `${process.pid}\n`);
while (process.ppid === starter);
watchLimits();
for (;;);
