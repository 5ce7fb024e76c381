import { writeSync } from "node:fs";
import { watchLimits } from "../../../infra/reading-process/watch-limits.ts";

/** Says its id and is busy for ever, as with a file that takes long: no timer and no message reaches its first thread. */
watchLimits();
writeSync(1, `${process.pid}\n`);
for (;;);
