import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Response } from "express";
import { writeXlsxFile } from "../../infra/xlsx/xlsx-file.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import { fileTypeFor } from "./file-type.ts";
import { createRawAnswer, type RawAnswer } from "./raw-answer.ts";

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", xlsx: XLSX_TYPE };
export type TableFormat = keyof typeof CONTENT_TYPES;

export interface TableFile {
  /** Without its extension. */
  filename: string;
  format: TableFormat;
  sheetName: string;
  /** The header first. */
  rows: AsyncGenerator<Cell[]>;
}

/** Answers with a table as a file, which is written while its rows are read. */
export const answerWithTable = ({ filename, format, sheetName, rows }: TableFile): RawAnswer =>
  createRawAnswer((response) => {
    response.set({
      "Content-Type": fileTypeFor(response, CONTENT_TYPES[format]),
      "Content-Disposition": `attachment; filename="${filename}.${format}"`,
      "Cache-Control": "no-store",
    });
    return sendRows(response, { format, sheetName, rows });
  });

const sendRows = async (
  response: Response,
  { format, sheetName, rows }: Pick<TableFile, "format" | "sheetName" | "rows">,
): Promise<void> => {
  try {
    if (format === "csv") await pipeline(Readable.from(rows), stringify(), response);
    else await pipeline(Readable.from(writeXlsxFile(rows, { sheetName })), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
};

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

/** Returns a value of JSON as the content of a cell. */
export const buildCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "string") return escapeFormula(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return escapeFormula(value.join(", "));
  return escapeFormula(JSON.stringify(value));
};

/** The wide signs are those of East Asian keyboards, which spreadsheets there take for the others. */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Telephone numbers and plain numbers may begin with a sign. They compute nothing, and must not be changed. */
const IS_A_NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Makes a text safe for spreadsheet programs: a possible formula gets an apostrophe in front. */
export const escapeFormula = (text: string): string =>
  STARTS_A_FORMULA.test(text) && !IS_A_NUMBER.test(text) ? `'${text}` : text;
