import { closeSync, openSync, writeSync } from "node:fs";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { workbookParts } from "../../infra/contact-file/workbook.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ROWS_PER_CHUNK = 1000;

/** Writes a workbook of one sheet whose first column are telephone numbers of nobody, every other a small number. */
export const writeWideWorkbook = (path: string, { rows, columns }: { rows: number; columns: number }): void => {
  const file = openSync(path, "w");
  try {
    const archive = new Zip((error, chunk) => {
      if (error) throw error;
      writeSync(file, chunk);
    });
    for (const [name, text] of Object.entries(workbookParts())) addEntry(archive, name, [text]);
    addEntry(archive, "xl/worksheets/sheet1.xml", sheetOf(rows, columns));
    archive.end();
  } finally {
    closeSync(file);
  }
};

const addEntry = (archive: Zip, name: string, texts: Iterable<string>): void => {
  const entry = new ZipDeflate(name, { level: 6 });
  archive.add(entry);
  for (const text of texts) entry.push(strToU8(text));
  entry.push(new Uint8Array(), true);
};

function* sheetOf(rows: number, columns: number): Generator<string> {
  const names = Array.from({ length: columns }, (_, at) => columnName(at));
  yield "<worksheet><sheetData>";
  yield `<row r="1">${names.map((name, at) => textCell(`${name}1`, at === 0 ? "phone_number" : `c${at}`)).join("")}</row>`;
  for (let from = 2; from <= rows; from += ROWS_PER_CHUNK) {
    const count = Math.min(ROWS_PER_CHUNK, rows - from + 1);
    yield Array.from({ length: count }, (_, at) => rowXml(from + at, names)).join("");
  }
  yield "</sheetData></worksheet>";
}

/** 1202 2000000 and on: numbers that exist by their form. */
export const FIRST_NUMBER = 12_022_000_000;

const rowXml = (row: number, names: readonly string[]): string => {
  const cells = names.map((name, at) => `<c r="${name}${row}"><v>${at === 0 ? FIRST_NUMBER + row : at}</v></c>`);
  return `<row r="${row}">${cells.join("")}</row>`;
};

const textCell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

const columnName = (at: number): string =>
  at < LETTERS.length
    ? (LETTERS[at] ?? "")
    : `${LETTERS[Math.floor(at / LETTERS.length) - 1]}${LETTERS[at % LETTERS.length]}`;
