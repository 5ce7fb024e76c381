/**
 * Returns the digits of a number as they were typed: a workbook stores 8.2 as 8.1999999999999993, and may store a telephone number
 * as 1.2E10.
 */
export const readTypedNumber = (number: string): string => (/[.e]/i.test(number) ? String(Number(number)) : number);

/** Returns what a cell shows, without spaces around it; a date without a time is a date alone. */
export const readCellText = (cell: unknown): string => {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? String(cell).trim() : "";
};
