import { parentPort, workerData } from "node:worker_threads";
import { unzipSync, zipSync } from "fflate";
import { type CellValue, readSheet } from "read-excel-file/node";
import type { FileRow } from "../../domain/contact/file-row.ts";

export type SheetMessage = { rows: FileRow[] } | { fault: string };

const MAX_UNPACKED_BYTES = 256 * 1_048_576;
const MAX_ROWS = 200_000;
const ROWS_PER_MESSAGE = 2000;

/**
 * The workbook's texts, packed again without compression. The unpacker writes into buffers of the declared sizes: what
 * a workbook declares too small is cut off, what it declares too large is refused, so none can fill the memory.
 */
const boundedWorkbook = (workbook: Uint8Array): Buffer | null => {
  let unpackedBytes = 0;
  const entries = unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      unpackedBytes += originalSize;
      return unpackedBytes <= MAX_UNPACKED_BYTES;
    },
  });
  return unpackedBytes > MAX_UNPACKED_BYTES ? null : Buffer.from(zipSync(entries, { level: 0 }));
};

/** A telephone number is stored as a number; its digits are kept, also where the file has them as 1.2E10. */
const asWritten = (number: string): string =>
  /e/i.test(number) && Number.isSafeInteger(Number(number)) ? String(Number(number)) : number;

const textOf = (cell: CellValue | null): string => {
  if (cell == null) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return String(cell);
};

const sendRows = async (workbook: Uint8Array, send: (message: SheetMessage) => void) => {
  const bounded = boundedWorkbook(workbook);
  if (!bounded) return send({ fault: "This Excel file is too large when unpacked; save it as CSV." });
  const sheet = await readSheet(bounded, { parseNumber: asWritten });
  if (sheet.length > MAX_ROWS) {
    return send({ fault: `Excel files may have ${MAX_ROWS.toLocaleString("en")} rows at most; save this one as CSV.` });
  }
  for (let from = 0; from < sheet.length; from += ROWS_PER_MESSAGE) {
    const page = sheet.slice(from, from + ROWS_PER_MESSAGE);
    const rows = page.map((cells, index) => ({ line: from + index + 1, values: cells.map(textOf) }));
    send({ rows: rows.filter(({ values }) => values.some((value) => value !== "")) });
  }
};

const send = (message: SheetMessage) => parentPort?.postMessage(message);
const workbook: unknown = workerData;
try {
  if (!(workbook instanceof Uint8Array)) throw new TypeError("a workbook comes as bytes");
  await sendRows(workbook, send);
} catch (error) {
  const detail = error instanceof Error ? error.message : String(error);
  send({ fault: `The file is no readable Excel workbook (${detail}); save it again as .xlsx or as CSV.` });
}
