import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FIRST_NUMBER } from "./wide-workbook.ts";

/** Writes a CSV file with the same content as the wide workbook's. */
export const writeWideText = (path: string, { rows, columns }: { rows: number; columns: number }): Promise<void> =>
  pipeline(Readable.from(linesOf(rows, columns)), createWriteStream(path));

function* linesOf(rows: number, columns: number): Generator<string> {
  const others = Array.from({ length: columns - 1 }, (_, at) => at + 1);
  yield `phone_number,${others.map((at) => `c${at}`).join(",")}\n`;
  const rest = `,${others.join(",")}\n`;
  for (let row = 2; row <= rows; row += 1) yield `${FIRST_NUMBER + row}${rest}`;
}
