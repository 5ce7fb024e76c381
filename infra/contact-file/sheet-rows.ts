import { readFile } from "node:fs/promises";
import { unzipSync, zipSync } from "fflate";
import { type CellValue, readSheet } from "read-excel-file/node";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";
import { MAX_UNPACKED_BYTES } from "../reading-process/reading-limits.ts";
import { readCellText, readTypedNumber } from "../xlsx/read-cell.ts";
import { MAX_ROW_CHARACTERS } from "./row-limit.ts";

const MAX_ROWS = 200_000;

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

const readCells = async (file: string): Promise<(CellValue | null)[][]> => {
  const sheet = await readSheet(boundedWorkbook(await readFile(file)), { parseNumber: readTypedNumber });
  if (sheet.length <= MAX_ROWS) return sheet;
  throw new ContactFileError(
    `Excel files may have ${MAX_ROWS.toLocaleString("en")} rows at most; save this one as CSV.`,
  );
};

/**
 * Reads the rows that hold something of the first sheet of the workbook at the path `file`, which fits into memory only as a
 * whole. Throws ContactFileError.
 */
export async function* readSheetRows(file: string): AsyncGenerator<FileRow> {
  try {
    const sheet = await readCells(file);
    for (const [index, cells] of sheet.entries()) {
      const row = rowOf(cells, index + 1);
      if (row.values.some((value) => value !== "")) yield row;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Many cells may share one long text, so the size of a row is counted before its text is made. */
const rowOf = (cells: readonly (CellValue | null)[], line: number): FileRow => {
  let characters = 0;
  for (const cell of cells) characters += typeof cell === "string" ? cell.length : 1;
  if (characters > MAX_ROW_CHARACTERS)
    throw new ContactFileError(
      `Row ${line} holds more than ${MAX_ROW_CHARACTERS / KILOBYTE} KB; correct the file and upload it again.`,
    );
  return { line, values: cells.map(readCellText) };
};

const unreadable = (error: unknown): ContactFileError => {
  if (error instanceof ContactFileError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new ContactFileError(
    `The file is no readable Excel workbook (${cutText(toStorableText(detail), 200)}); save it again as .xlsx or as CSV.`,
    {
      cause: error,
    },
  );
};
