import { expect, it } from "@jest/globals";
import { readCellText, readTypedNumber } from "../../../infra/xlsx/read-cell.ts";

it.each([
  ["12025550123", "12025550123"],
  ["1.2025550123E10", "12025550123"],
  ["8.1999999999999993", "8.2"],
  ["0.30000000000000004", "0.30000000000000004"],
  ["1.50", "1.5"],
])("a number that a workbook holds as %s was typed as %s", (held, typed) => {
  expect(readTypedNumber(held)).toBe(typed);
});

it.each([
  [" José ", "José"],
  [12, "12"],
  [false, "false"],
  [new Date("2026-05-01T00:00:00Z"), "2026-05-01"],
  [new Date("2026-05-01T09:30:00Z"), "2026-05-01T09:30:00.000Z"],
  [null, ""],
  [undefined, ""],
])("a cell that holds %p shows %p", (cell, text) => {
  expect(readCellText(cell)).toBe(text);
});
