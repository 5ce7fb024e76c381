import { describe, expect, it } from "@jest/globals";
import { strToU8, unzipSync } from "fflate";
import { openWorkbook } from "../../../infra/xlsx/read-workbook.ts";
import { showIsoDate, showNumber } from "../../../infra/xlsx/show-cell.ts";
import { workbook } from "../contact-file/workbook.ts";

describe("a number in a cell is shown", () => {
  it.each([
    ["4915112345678", "General", "4915112345678"],
    ["4.915112345678E12", "General", "4915112345678"],
    ["4.915112345678E12", "0.00E+00", "4915112345678"],
    ["1.5E21", "General", "1500000000000000000000"],
    ["8.1999999999999993", "General", "8.2"],
    ["123", "000000", "000123"],
    ["7911123457", "00000000000", "07911123457"],
    ["0.15", "0 %", "15 %"],
    ["1234567.891", "#,##0.00", "1,234,567.89"],
    ["1234.5", '_-* #,##0.00\\ "€"_-', "1,234.50 €"],
    ["0.375", "h:mm", "9:00"],
    ["0.3749999999", "hh:mm:ss", "09:00:00"],
    ["1.104166667", "[h]:mm", "26:30"],
    ["46357", "dd.mm.yyyy", "01.12.2026"],
    ["46357.60416666666", "yyyy-mm-dd h:mm:ss", "2026-12-01 14:30:00"],
    ["45071.9999999996", "yyyy-mm-dd", "2023-05-26"],
    ["3", "bad[[", "3"],
    ["", "0", ""],
  ])("%s by %s", (stored, pattern, shown) => {
    expect(showNumber(stored, 0, { formats: [pattern], isFrom1904: false })).toBe(shown);
  });

  it("by days since 1904 where the workbook counts so", () => {
    expect(showNumber("44895", 0, { formats: ["yyyy-mm-dd"], isFrom1904: true })).toBe("2026-12-01");
  });
});

it.each([
  ["2026-12-01T14:30:00Z", "2026-12-01 14:30:00"],
  ["2026-12-01T14:30:00.000", "2026-12-01 14:30:00"],
  ["2026-12-01T00:00:00.000Z", "2026-12-01"],
])("a date that a cell stores as %s is shown as %s", (stored, shown) => {
  expect(showIsoDate(stored)).toBe(shown);
});

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheetXml = (before: string, rows: string) =>
  strToU8(`<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData></worksheet>`);
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe("a workbook", () => {
  it("is read without what people do not see, which is counted", () => {
    const relations = [1, 2, 3].map(
      (n) => `<Relationship Id="r${n}" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet${n}.xml"/>`,
    );
    const file = workbook([], {
      "xl/workbook.xml": strToU8(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="r1"/><sheet name="Live" sheetId="2" r:id="r2"/><sheet name="Deep" sheetId="3" state="veryHidden" r:id="r3"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${relations.join("")}</Relationships>`),
      "xl/worksheets/sheet1.xml": sheetXml("", `<row r="1">${text("A1", "old")}</row>`),
      "xl/worksheets/sheet2.xml": sheetXml(
        '<cols><col min="2" max="2" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>',
        `<row r="1">${text("A1", "phone")}${text("B1", "secret")}${text("C1", "name")}</row><row r="2" hidden="1">${text("A2", "gone")}</row><row r="4">${text("C4", "Ada")}</row>`,
      ),
      "xl/worksheets/sheet3.xml": sheetXml("", ""),
    });
    const opened = openWorkbook(unzipSync(file));
    expect(opened.sheets.map(({ name, rows }) => [name, [...rows()]])).toEqual([
      [
        "Live",
        [
          { row: 1, cells: ["phone", "name"] },
          { row: 4, cells: ["", "Ada"] },
        ],
      ],
    ]);
    expect(opened.warnings()).toEqual([
      { code: "hidden_sheets", count: 2, detail: null },
      { code: "hidden_rows", count: 1, detail: null },
      { code: "hidden_columns", count: 1, detail: null },
    ]);
  });

  it("is read without what is struck out, in a cell's style and in a part of its text, which is counted", () => {
    const run = (words: string, isStruck: boolean) =>
      `<r><rPr>${isStruck ? "<strike/>" : '<strike val="0"/>'}</rPr><t>${words}</t></r>`;
    const file = workbook([["x"]], {
      "xl/_rels/workbook.xml.rels": strToU8(
        `<Relationships><Relationship Id="b" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="c" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ),
      "xl/styles.xml": strToU8(
        `<styleSheet xmlns="${MAIN}"><fonts><font/><font><strike/></font></fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>`,
      ),
      "xl/worksheets/sheet1.xml": sheetXml(
        "",
        `<row r="1">${text("A1", "price")}${text("B1", "note")}</row><row r="2"><c r="A2" s="1"><v>100</v></c><c r="B2" t="inlineStr"><is>${run("was 100, ", true)}${run("is 80", false)}</is></c></row><row r="3"><c r="A3" s="0"><v>80</v></c></row>`,
      ),
    });
    const opened = openWorkbook(unzipSync(file));
    expect(opened.sheets.map(({ rows }) => [...rows()].map(({ cells }) => cells))).toEqual([
      [["price", "note"], ["", "is 80"], ["80"]],
    ]);
    expect(opened.warnings()).toEqual([{ code: "struck_cells", count: 2, detail: null }]);
  });

  it("a workbook that is cut off is refused", () => {
    const parts = unzipSync(workbook([["phone"], ["+12025550123"]]));
    const sheet = parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array();
    const cut = openWorkbook({ ...parts, "xl/worksheets/sheet1.xml": sheet.subarray(0, sheet.length - 20) });
    expect(() => cut.sheets.map(({ rows }) => [...rows()])).toThrow("ends too early");
  });
});
