import { MEGABYTE } from "../../../domain/file/bytes.ts";
import { startReadingProcess } from "../../../infra/reading-process/start-reading.ts";

/** Starts the program that its argument names, passes on what that says first, and stays. */
const program = new URL(process.argv[2] ?? "", import.meta.url);
const { lines } = startReadingProcess(program, { maxBytes: 256 * MEGABYTE });
process.stdout.write(`${String((await lines.next()).value)}\n`);
await lines.next();
