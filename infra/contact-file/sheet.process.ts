import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { unzipSync, zipSync } from "fflate";
import { type CellValue, readSheet } from "read-excel-file/node";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { watchLimits } from "../reading-process/watch-limits.ts";
import { readCellText, readTypedNumber } from "../xlsx/read-cell.ts";
import { MAX_ROW_CHARACTERS } from "./row-limit.ts";
import { type SheetMessage, sheetRequest } from "./sheet-messages.ts";
import { MAX_UNPACKED_BYTES } from "../reading-process/reading-limits.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";

const MAX_ROWS = 200_000;
const ROWS_PER_PAGE = 500;
const CHARACTERS_PER_PAGE = MAX_ROW_CHARACTERS;

/**
 * Packs the workbook's texts again without compression. The unpacker writes into buffers of the declared sizes: a text
 * longer than declared is cut off and one that declares too much is refused, so no file can fill the memory.
 */
const boundedWorkbook = (workbook: Uint8Array): Buffer => {
  let unpackedBytes = 0;
  const entries = unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      unpackedBytes += originalSize;
      return unpackedBytes <= MAX_UNPACKED_BYTES;
    },
  });
  if (unpackedBytes > MAX_UNPACKED_BYTES)
    throw new ContactFileError("This Excel file is too large when unpacked; save it as CSV.");
  return Buffer.from(zipSync(entries, { level: 0 }));
};

const readRows = async (file: string): Promise<(CellValue | null)[][]> => {
  const sheet = await readSheet(boundedWorkbook(await readFile(file)), { parseNumber: readTypedNumber });
  if (sheet.length <= MAX_ROWS) return sheet;
  throw new ContactFileError(
    `Excel files may have ${MAX_ROWS.toLocaleString("en")} rows at most; save this one as CSV.`,
  );
};

/** Many cells may share one long text, so the size of a row is counted before its text is made. */
const rowOf = (cells: readonly (CellValue | null)[], line: number): { row: FileRow; characters: number } => {
  let characters = 0;
  for (const cell of cells) characters += typeof cell === "string" ? cell.length : 1;
  if (characters > MAX_ROW_CHARACTERS)
    throw new ContactFileError(
      `Row ${line} holds more than ${MAX_ROW_CHARACTERS / KILOBYTE} KB; correct the file and upload it again.`,
    );
  return { row: { line, values: cells.map(readCellText) }, characters };
};

function* pagesOf(sheet: (CellValue | null)[][]): Generator<FileRow[]> {
  let page: FileRow[] = [];
  let held = 0;
  for (const [index, cells] of sheet.entries()) {
    const { row, characters } = rowOf(cells, index + 1);
    if (!row.values.some((value) => value !== "")) continue;
    if (page.length === ROWS_PER_PAGE || held + characters > CHARACTERS_PER_PAGE) {
      yield page;
      [page, held] = [[], 0];
    }
    page.push(row);
    held += characters;
  }
  if (page.length > 0) yield page;
}

const faultOf = (error: unknown): string => {
  if (error instanceof ContactFileError) return error.message;
  const detail = error instanceof Error ? error.message : String(error);
  return `The file is no readable Excel workbook (${cutText(toStorableText(detail), 200)}); save it again as .xlsx or as CSV.`;
};

/** Yields one answer for each request line; rows that were not requested stay in this process. */
async function* answers(file: string): AsyncGenerator<SheetMessage> {
  try {
    for (const rows of pagesOf(await readRows(file))) yield { rows };
    yield { isEnd: true };
  } catch (error) {
    yield { fault: faultOf(error) };
  }
}

watchLimits();
let reading: AsyncGenerator<SheetMessage> | null = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  reading ??= answers(sheetRequest.parse(JSON.parse(line)).file);
  const next = await reading.next();
  process.stdout.write(`${JSON.stringify(next.done === true ? { isEnd: true } : next.value)}\n`);
}
process.exit(0);
