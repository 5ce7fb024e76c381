import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import type { FileRow } from "../../../domain/contact/file-row.ts";
import { readFileRows } from "../../../infra/contact-file/read-file-rows.ts";
import { readSheetRows, type SheetLimits } from "../../../infra/contact-file/read-sheet-rows.ts";
import { writeXlsxFile } from "../../../infra/xlsx/xlsx-file.ts";
import { withDeclaredSize, workbook, workbookOfOneText } from "./workbook.ts";

const rowsOf = async (file: Buffer | Buffer[]): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  for await (const row of readFileRows(Readable.from([file].flat()))) rows.push(row);
  return rows;
};
const valuesOf = async (file: Buffer) => (await rowsOf(file)).map(({ values }) => values);
const EXPECTED = [
  ["phone", "name"],
  ["1", "José"],
];

describe("CSV", () => {
  it.each([
    ["commas", "phone,name\n1,José\n"],
    ["semicolons, CR LF and a byte order mark", "\ufeffphone;name\r\n1;José\r\n"],
    ["tabs and old line ends", "phone\tname\r1\tJosé\r"],
    ["quotes that hold the other delimiter", '"phone"|"name"\n"1"|José'],
    ["blank rows", "phone,name\n\n,\n1,José\n\n"],
  ])("is read with %s", async (_what, text) => {
    expect(await valuesOf(Buffer.from(text))).toEqual(EXPECTED);
  });

  it.each([
    ["UTF-16 with a mark", Buffer.from("\ufeffphone,name\n1,José\n", "utf16le")],
    ["UTF-16 without", Buffer.from("phone,name\n1,José\n", "utf16le")],
    ["big-endian UTF-16", Buffer.from("\ufeffphone,name\n1,José\n", "utf16le").swap16()],
    ["the Windows code page", Buffer.from("phone,name\n1,José\n", "latin1")],
  ])("is read in %s", async (_what, file) => {
    expect(await valuesOf(file)).toEqual(EXPECTED);
  });

  it("tells the line where a row begins, line breaks in quotes and blank lines counted", async () => {
    const text = 'phone,name\r\n1,"a\r\nb"\r\n\r\n2,"c\nd\n\ne"\r\n3,f\r\n';
    expect((await rowsOf(Buffer.from(text))).map(({ line }) => line)).toEqual([1, 2, 5, 9]);
  });

  it("takes stray quotes as text and refuses one that never closes", async () => {
    expect(await valuesOf(Buffer.from('phone,name\n1,5" pipe\n'))).toEqual([
      ["phone", "name"],
      ["1", '5" pipe'],
    ]);
    await expect(rowsOf(Buffer.from('phone,name\n1,"abc\n2,d\n'))).rejects.toThrow(/quotation mark near line \d/);
    const endless = Buffer.from(`phone,name\n1,"${"x\n".repeat(300_000)}`);
    await expect(rowsOf(endless)).rejects.toThrow(/larger than 256 KB/);
  });

  it("reads back whatever was written, in pieces of any size", async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé漢😀 ,;"\n\t|'), maxLength: 12 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 64 }), async (rows, size) => {
        const filled = rows.filter((values) => values.some((value) => value.trim() !== ""));
        const file = Buffer.from(stringify([["phone", "name"], ...filled], { quoted: true }));
        const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
          file.subarray(at * size, (at + 1) * size),
        );
        expect((await rowsOf(pieces)).slice(1).map(({ values }) => values)).toEqual(filled);
      }),
    );
  });
});

describe("XLSX", () => {
  it("is told by its first bytes; numbers keep their digits, rows their place", async () => {
    const file = workbook([
      ["phone", "name"],
      [12025550123, "José & Co"],
      ["", ""],
      ["+442079460123", "B"],
    ]);
    expect(await rowsOf(file)).toEqual([
      { line: 1, values: ["phone", "name"] },
      { line: 2, values: ["12025550123", "José & Co"] },
      { line: 4, values: ["+442079460123", "B"] },
    ]);
  });

  it("is refused when it unpacks to too much, and never unpacks to more than it declares", async () => {
    const sheet = "xl/worksheets/sheet1.xml";
    const file = workbook([["phone"], ...Array.from({ length: 1000 }, () => ["+12025550123"])]);
    const bomb = withDeclaredSize(file, sheet, 300_000_000);
    await expect(rowsOf(bomb)).rejects.toThrow("This Excel file is too large when unpacked; save it as CSV.");
    await expect(rowsOf(withDeclaredSize(file, sheet, 300))).rejects.toThrow("no readable Excel workbook");
  });

  it("does not grow the memory of who reads it, however many rows it has", async () => {
    const ROWS = 50_000;
    const SMALL_HEAP_MB = 24;
    const folder = await mkdtemp(join(tmpdir(), "ringdown-large-workbook-"));
    try {
      const file = join(folder, "contacts.xlsx");
      const row = (line: number) => Array.from({ length: 20 }, (_, column) => `value ${line} of ${column}`);
      const rows = Array.from({ length: ROWS }, (_, line) => line)
        .values()
        .map(row);
      await pipeline(Readable.from(writeXlsxFile(rows, { sheetName: "Contacts" })), createWriteStream(file));
      const program = fileURLToPath(new URL("./read-workbook.process.ts", import.meta.url));
      const flags = [`--max-old-space-size=${SMALL_HEAP_MB}`, "--disable-warning=ExperimentalWarning"];
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, file]);
      expect(stdout).toBe(String(ROWS));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("is refused when it needs too much time of a processor, or much more on the clock", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ringdown-slow-workbook-"));
    try {
      const file = join(folder, "contacts.xlsx");
      await writeFile(file, workbook(Array.from({ length: 20_000 }, (_, line) => [`value ${line}`, line])));
      const readAll = async (limits: SheetLimits) => {
        let rows = 0;
        for await (const _row of readSheetRows(file, limits)) rows += 1;
        return rows;
      };
      await expect(readAll({ maxProcessorMs: 1 })).rejects.toThrow("takes too long to read; save it as CSV");
      // A process that does nothing any more ends by the clock.
      await expect(readAll({ answerWithinMs: 1 })).rejects.toThrow("takes too long to read; save it as CSV");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("is refused when a row's cells share one long text, which the file holds once", async () => {
    const file = workbookOfOneText("x".repeat(30_000), { cells: 10 });
    await expect(rowsOf(file)).rejects.toThrow("Row 1 holds more than 256 KB");
  });

  it("is refused when it is large, broken, old or locked", async () => {
    const zip = Buffer.from("PK\u0003\u0004");
    await expect(rowsOf(Buffer.concat([zip, Buffer.alloc(21 * 1_048_576)]))).rejects.toThrow(
      "20 MB at most; save this one as CSV",
    );
    await expect(rowsOf(Buffer.concat([zip, Buffer.from("nonsense")]))).rejects.toThrow("no readable Excel workbook");
    await expect(rowsOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow(
      "old .xls file or one with a password",
    );
  });
});
