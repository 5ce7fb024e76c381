// A program that is ready once it has written its file, and runs until it is stopped.
import { appendFileSync } from "node:fs";

appendFileSync(process.argv[2], `${process.pid}\n`);
setInterval(() => {}, 1000);
