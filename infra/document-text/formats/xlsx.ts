import { zipSync } from "fflate";
import readWorkbook from "read-excel-file/node";
import type { Block } from "../../../domain/document/blocks.ts";
import { readTableBlocks } from "../../../domain/document/table.ts";
import { openPackage, requireEntry } from "./open-package.ts";

/** Reads the blocks of a workbook: each sheet with its name as a heading and its first row as the columns. */
export async function* readXlsxBlocks(file: string): AsyncGenerator<Block> {
  const opened = await openPackage(file);
  requireEntry(opened, "xl/workbook.xml", "Excel workbook (.xlsx)");
  const sheets = await readWorkbook<string>(Buffer.from(zipSync(opened, { level: 0 })), { parseNumber: asWritten });
  for (const { sheet, data } of sheets) {
    yield { kind: "heading", level: 1, text: sheet, page: null, row: null };
    yield* readTableBlocks(data.map((cells, at) => ({ row: at + 1, cells: cells.map(textOf) })));
  }
}

/** Numbers are stored in binary; this restores the digits that were typed. */
const asWritten = (number: string): string => (/[.e]/i.test(number) ? String(Number(number)) : number);

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? String(cell).trim() : "";
};
