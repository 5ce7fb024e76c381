/** Text is never read as a formula; null is empty. */
export type Cell = string | number | null;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A spreadsheet program refuses a longer cell. */
const MAX_CELL_LENGTH = 32_767;
export const ALPHABET = 26;
const LETTER_A = 65;

export const SHEET_START = `${XML}<worksheet xmlns="${SHEETS}"><sheetData>`;
export const SHEET_END = "</sheetData></worksheet>";

/** One row, counted from 1. */
export const writeRow = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${formatColumnName(column)}${row}`)).join("")}</row>`;

const cellXml = (cell: Cell, at: string): string => {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number" && Number.isFinite(cell)) return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${textXml(String(cell))}</t></is></c>`;
};

/** 0 → A, 25 → Z, 26 → AA. */
export const formatColumnName = (column: number): string => {
  const letter = String.fromCharCode(LETTER_A + (column % ALPHABET));
  return column < ALPHABET ? letter : formatColumnName(Math.floor(column / ALPHABET) - 1) + letter;
};

/**
 * Characters that XML cannot hold become U+FFFD; text that the format would read as an escape (`_x0041_`) is escaped.
 */
const textXml = (text: string): string =>
  attributeXml(text.slice(0, MAX_CELL_LENGTH))
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("\r", "&#13;");

const attributeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export const writeWorkbook = (sheetNames: readonly string[]): string => {
  const sheets = sheetNames.map(
    (name, at) => `<sheet name="${attributeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`;
};

export const writeWorkbookRelations = (sheets: number): string => {
  const relations = numbersTo(sheets).map(
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONS}">${relations.join("")}</Relationships>`;
};

export const writePackageRelations = (): string =>
  `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const writeContentTypes = (sheets: number): string => {
  const overrides = numbersTo(sheets).map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPES}.worksheet+xml"/>`,
  );
  return [
    `${XML}<Types xmlns="${TYPES}">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPES}.sheet.main+xml"/>`,
    ...overrides,
    "</Types>",
  ].join("");
};

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
