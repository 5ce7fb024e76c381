import type { Block } from "../../../domain/document/blocks.ts";
import { readTableBlocks } from "../../../domain/document/table.ts";
import { openWorkbook } from "../../xlsx/read-workbook.ts";
import { type FileReading, PLAIN_READING } from "../reading.ts";
import { openOffice } from "./open-package.ts";
import { readProperties } from "./package-properties.ts";

/** Reads the blocks of a workbook: each visible sheet with its name as a heading and its first row as the columns. */
export async function* readXlsxBlocks(
  file: string,
  { onFound, onWarnings }: FileReading = PLAIN_READING,
): AsyncGenerator<Block> {
  const { opened } = await openOffice(file, "xlsx");
  onFound(readProperties(opened));
  const workbook = openWorkbook(opened);
  for (const { name, rows } of workbook.sheets) {
    yield { kind: "heading", level: 1, text: name, page: null, row: null };
    yield* readTableBlocks(rows());
  }
  onWarnings?.(workbook.warnings());
}
