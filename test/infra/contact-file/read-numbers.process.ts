import { createReadStream } from "node:fs";
import { readNumbers } from "../../../infra/contact-file/read-numbers.ts";

/** Reads the numbers of a file in a process whose heap is small, and prints how many are numbers. */
const [file = ""] = process.argv.slice(2);
let numbers = 0;
for await (const { number } of readNumbers(createReadStream(file), "US")) if (number.ok) numbers += 1;
process.stdout.write(String(numbers));
