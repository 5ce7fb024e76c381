import { readFile } from "node:fs/promises";
import { type Unzipped, unzipSync } from "fflate";
import { LONGEST_ROW_CHARACTERS, MOST_EXCEL_ROWS } from "../../domain/contact/contact-file-limits.ts";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { addWarnings } from "../../domain/file/file-warning.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";
import { MAX_UNPACKED_BYTES } from "../reading-process/reading-limits.ts";
import type { Decoding } from "../text-encoding/decode-text.ts";
import type { SheetRow } from "../xlsx/read-sheet.ts";
import { openWorkbook } from "../xlsx/read-workbook.ts";

/**
 * Unpacks the workbook's texts. The unpacker writes into buffers of the declared sizes: a text longer than declared is cut off
 * and one that declares too much is refused, so no file can fill the memory.
 */
const unpack = (workbook: Uint8Array): Unzipped => {
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
  return entries;
};

/**
 * Reads the rows that hold something of the first visible sheet of the workbook at the path `file`, which fits into memory only
 * as a whole. Throws ContactFileError.
 */
export async function* readSheetRows(file: string, { onWarnings }: Partial<Decoding> = {}): AsyncGenerator<FileRow> {
  try {
    const workbook = openWorkbook(unpack(await readFile(file)));
    const [sheet, ...others] = workbook.sheets;
    if (!sheet)
      throw new ContactFileError("This Excel file has no sheet that can be seen; show one and save it again.");
    let rows = 0;
    for (const row of sheet.rows()) {
      rows += 1;
      if (rows > MOST_EXCEL_ROWS) throw new ContactFileError(TOO_MANY_ROWS);
      yield rowOf(row);
    }
    const left = [{ code: "other_sheets" as const, count: others.length, detail: sheet.name }];
    onWarnings?.(addWarnings(left, workbook.warnings()));
  } catch (error) {
    throw unreadable(error);
  }
}

const TOO_MANY_ROWS = `Excel files may have ${MOST_EXCEL_ROWS.toLocaleString("en")} rows at most; save this one as CSV.`;

/** Many cells may share one long text, so the size of a row is counted before its text is made. */
const rowOf = ({ row: line, cells }: SheetRow): FileRow => {
  const characters = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (characters > LONGEST_ROW_CHARACTERS)
    throw new ContactFileError(
      `Row ${line} holds more than ${LONGEST_ROW_CHARACTERS / KILOBYTE} KB; correct the file and upload it again.`,
    );
  return { line, values: cells };
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
