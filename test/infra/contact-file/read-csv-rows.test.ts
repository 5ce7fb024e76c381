import { describe, expect, it } from "@jest/globals";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import type { FileRow } from "../../../domain/contact/contact-file-rows.ts";
import { readCsvRows } from "../../../infra/contact-file/read-csv-rows.ts";
import { FIND_ENCODING } from "../../../infra/text-encoding/decode-text.ts";
import { collect } from "../../harness/collect.ts";

async function* inPieces(file: Buffer | Buffer[]): AsyncGenerator<Buffer> {
  yield* [file].flat();
}
const rowsOf = (file: Buffer | Buffer[]): Promise<FileRow[]> =>
  collect(readCsvRows(() => inPieces(file), FIND_ENCODING));
const valuesOf = async (file: Buffer) => (await rowsOf(file)).map(({ values }) => values);
const EXPECTED = [
  ["phone", "name"],
  ["1", "José"],
];

describe("readCsvRows", () => {
  it.each([
    ["commas", "phone,name\n1,José\n"],
    ["semicolons, CR LF and a byte order mark", "\ufeffphone;name\r\n1;José\r\n"],
    ["tabs and old line ends", "phone\tname\r1\tJosé\r"],
    ["quotes that hold the other delimiter", '"phone"|"name"\n"1"|José'],
    ["the delimiter in a line of its own", "sep=;\nphone;name\n1;José\n"],
    ["such a line after a byte order mark, and commas in the header", '\ufeff"sep=|"\r\n"phone"|"name"\r\n1|José\r\n'],
    ["texts as formulas", 'phone,name\n="1",="José"\n'],
    ["texts as formulas in quotes", 'phone,name\n"=""1""",José\n'],
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

  it("counts the line that names the delimiter", async () => {
    expect((await rowsOf(Buffer.from("sep=;\na;b\n1;2\n"))).map(({ line }) => line)).toEqual([2, 3]);
  });

  it("takes stray quotes as text and refuses one that never closes", async () => {
    expect(await valuesOf(Buffer.from('phone,name\n1,5" pipe\n'))).toEqual([
      ["phone", "name"],
      ["1", '5" pipe'],
    ]);
    await expect(rowsOf(Buffer.from('phone,name\n1,"abc\n2,d\n'))).rejects.toThrow(
      /quotation mark near line [23] is never closed/,
    );
    const endless = Buffer.from(`phone,name\n1,"${"x\n".repeat(300_000)}`);
    await expect(rowsOf(endless)).rejects.toThrow(/near line \d+ is never closed, or one row is larger than 256 KB;/);
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
