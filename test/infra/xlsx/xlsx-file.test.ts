import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import readXlsx, { readSheet } from "read-excel-file/node";
import { writeXlsxFile } from "../../../infra/xlsx/xlsx-file.ts";
import { type Cell, formatColumnName } from "../../../infra/xlsx/xlsx-parts.ts";

const write = async (rows: Iterable<readonly Cell[]>, maxRowsOfASheet = 1000): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsxFile(rows, { sheetName: "Calls", maxRowsOfASheet })) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Text without what XML cannot hold and without the reader's own habits: it trims cells and reads escapes its own way. */
const plainText = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() === text && !text.includes("_x") && !/[\p{Cc}\uFFFE\uFFFF]/u.test(text));
const cell = fc.oneof(
  plainText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
);

describe("an XLSX file", () => {
  it("gives back every cell as it was written", async () => {
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const read = await readSheet(await write(rows));
        expect(read).toEqual(rows.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value))));
      }),
      { numRuns: 60 },
    );
  });

  it("leaves empty cells empty, in their column", async () => {
    expect(
      await readSheet(
        await write([
          ["a", "b", "c"],
          [null, "x", null],
          ["", 0, "y"],
        ]),
      ),
    ).toEqual([
      ["a", "b", "c"],
      [null, "x", null],
      [null, 0, "y"],
    ]);
  });

  it("holds text that XML or the format would read as something else", async () => {
    const xml = strFromU8(
      unzipSync(await write([['<a>&"\u0001\ud800_x0041_', "=1+1"]]))["xl/worksheets/sheet1.xml"] ?? new Uint8Array(),
    );
    expect(xml).toContain("&lt;a&gt;&amp;&quot;\uFFFD\uFFFD_x005F_x0041_");
    expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
    expect(xml).not.toContain("<f>");
  });

  it("goes on on another sheet, with the header, when one is full", async () => {
    const rows = [["n"], ...Array.from({ length: 7 }, (_, n) => [n])];
    const sheets = await readXlsx(await write(rows, 4));
    expect(sheets).toEqual([
      { sheet: "Calls", data: [["n"], [0], [1], [2]] },
      { sheet: "Calls 2", data: [["n"], [3], [4], [5]] },
      { sheet: "Calls 3", data: [["n"], [6]] },
    ]);
  });

  it("comes while the rows come: nothing waits for the last one", async () => {
    let taken = 0;
    const endless = function* (): Generator<Cell[]> {
      for (;;) yield [(taken += 1), "some text that is a little different every time", Math.random()];
    };
    let bytes = 0;
    for await (const chunk of writeXlsxFile(endless(), { sheetName: "Calls" })) {
      bytes += chunk.length;
      if (bytes > 100_000) break;
    }
    expect(taken).toBeLessThan(50_000);
  });

  it("names columns as spreadsheets do", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(formatColumnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  });
});
