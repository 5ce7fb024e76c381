import { zipSync } from "fflate";
import readWorkbook from "read-excel-file/node";
import type { Block } from "../../../domain/document/blocks.ts";
import { readTableBlocks } from "../../../domain/document/table.ts";
import { readCellText, readTypedNumber } from "../../xlsx/read-cell.ts";
import { openOffice } from "./open-package.ts";

/** Reads the blocks of a workbook: each sheet with its name as a heading and its first row as the columns. */
export async function* readXlsxBlocks(file: string): AsyncGenerator<Block> {
  const { opened } = await openOffice(file, "xlsx");
  const sheets = await readWorkbook<string>(Buffer.from(zipSync(opened, { level: 0 })), {
    parseNumber: readTypedNumber,
  });
  for (const { sheet, data } of sheets) {
    yield { kind: "heading", level: 1, text: sheet, page: null, row: null };
    yield* readTableBlocks(data.map((cells, at) => ({ row: at + 1, cells: cells.map(readCellText) })));
  }
}
