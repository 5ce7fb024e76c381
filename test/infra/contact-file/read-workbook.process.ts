import { createReadStream } from "node:fs";
import { readFileRows } from "../../../infra/contact-file/read-file-rows.ts";

/** Reads a contact file in a process whose heap is small, and prints how many rows it has. */
const [file = ""] = process.argv.slice(2);
let rows = 0;
for await (const _row of readFileRows(createReadStream(file))) rows += 1;
process.stdout.write(String(rows));
