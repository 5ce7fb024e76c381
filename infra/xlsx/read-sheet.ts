import { parseXml } from "./parse-xml.ts";
import { type CellStyles, type SharedTexts, unescapeText } from "./read-styles.ts";
import { type NumberFormats, showIsoDate, showNumber } from "./show-cell.ts";
import { ALPHABET } from "./xlsx-parts.ts";

/** A row as people see it: without hidden columns. */
export interface SheetRow {
  /** Its place in the sheet, from 1. */
  row: number;
  cells: string[];
}

/** What of a sheet people do not see. */
export interface HiddenParts {
  rows: number;
  columns: number;
  /** Cells whose text is struck out, wholly or in part; that text is left out. */
  struckCells: number;
}

export type CellTexts = NumberFormats & CellStyles & SharedTexts;

const MAX_COLUMNS = 16_384;

interface Cell {
  column: number;
  type: string;
  style: number;
}

interface Reading {
  ready: SheetRow[];
  hidden: HiddenParts;
  hiddenColumns: [from: number, to: number][];
  usedColumns: number;
  row: number;
  isHiddenRow: boolean;
  cells: string[];
  cell: Cell | null;
  /** Null: the text is not the cell's own, such as a formula's. */
  pieces: string[] | null;
  isReading: boolean;
  /** The run of the cell's own text is struck out. */
  isStruckRun: boolean;
  hasStruckRun: boolean;
}

/** Reads the visible rows of a sheet in order; `hidden` is complete at the end. */
export function* readSheetRowsOf(part: Uint8Array, texts: CellTexts, hidden: HiddenParts): Generator<SheetRow> {
  const reading: Reading = {
    ready: [],
    hidden,
    hiddenColumns: [],
    usedColumns: 0,
    row: 0,
    isHiddenRow: false,
    cells: [],
    cell: null,
    pieces: null,
    isReading: false,
    isStruckRun: false,
    hasStruckRun: false,
  };
  const pieces = parseXml(part, {
    open: (name, attributes) => open(reading, name, attributes),
    text: (text) => {
      if (reading.isReading || reading.pieces === null) return;
      if (reading.isStruckRun) reading.hasStruckRun = true;
      else reading.pieces.push(text);
    },
    close: (name) => close(reading, name, texts),
  });
  for (const _ of pieces) yield* reading.ready.splice(0);
  hidden.columns += reading.hiddenColumns
    .map(([from, to]) => Math.min(to, reading.usedColumns - 1) - from + 1)
    .reduce((sum, columns) => sum + Math.max(0, columns), 0);
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

const open = (reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void => {
  if (name === "col" && isOn(attributes["hidden"])) {
    reading.hiddenColumns.push([Number(attributes["min"]) - 1, Number(attributes["max"]) - 1]);
  } else if (name === "row") {
    reading.row = Number(attributes["r"] ?? reading.row + 1);
    reading.isHiddenRow = isOn(attributes["hidden"]);
    reading.cells = [];
  } else if (name === "c") {
    const column = readColumn(attributes["r"]) ?? reading.cells.length;
    reading.cell = { column, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
    reading.pieces = null;
    reading.isStruckRun = false;
    reading.hasStruckRun = false;
  } else if (name === "strike") reading.isStruckRun = attributes["val"] !== "0" && attributes["val"] !== "false";
  else if (name === "v" || name === "t") reading.pieces ??= [];
  else if (name === "rPh") reading.isReading = true;
};

const close = (reading: Reading, name: string, texts: CellTexts): void => {
  if (name === "rPh") reading.isReading = false;
  if (name === "r") reading.isStruckRun = false;
  if (name === "c" && reading.cell) endCell(reading, reading.cell, texts);
  if (name === "row") endRow(reading);
};

const endCell = (reading: Reading, cell: Cell, texts: CellTexts): void => {
  const stored = reading.pieces?.join("") ?? "";
  const text = texts.struckStyles.has(cell.style) ? "" : textOf(cell, stored, texts).trim();
  if (isStruckOut(cell, stored, texts) || reading.hasStruckRun) reading.hidden.struckCells += 1;
  reading.cell = null;
  reading.pieces = null;
  if (text === "" || cell.column >= MAX_COLUMNS) return;
  while (reading.cells.length < cell.column) reading.cells.push("");
  reading.cells[cell.column] = text;
};

/** Tells whether something of the cell is struck out: by its style, or within a text that cells share. */
const isStruckOut = ({ type, style }: Cell, stored: string, { struckStyles, struckTexts }: CellTexts): boolean =>
  stored !== "" && (struckStyles.has(style) || (type === "s" && struckTexts.has(Number(stored))));

const textOf = ({ type, style }: Cell, stored: string, texts: CellTexts): string => {
  if (type === "s") return texts.shared[Number(stored)] ?? "";
  if (type === "b") return stored.trim() === "1" ? "TRUE" : stored.trim() === "" ? "" : "FALSE";
  if (type === "d") return showIsoDate(stored.trim());
  if (type === "n") return showNumber(stored, style, texts);
  return type === "e" ? stored : unescapeText(stored);
};

const endRow = (reading: Reading): void => {
  if (reading.cells.length === 0) return;
  reading.usedColumns = Math.max(reading.usedColumns, reading.cells.length);
  if (reading.isHiddenRow) {
    reading.hidden.rows += 1;
    return;
  }
  const { hiddenColumns } = reading;
  const isShown = (_: string, at: number) => !hiddenColumns.some(([from, to]) => at >= from && at <= to);
  const cells = hiddenColumns.length === 0 ? reading.cells : reading.cells.filter(isShown);
  if (cells.some((cell) => cell !== "")) reading.ready.push({ row: reading.row, cells });
};

/** Returns the column of an address such as `AB12`, from 0. */
const readColumn = (address: string | undefined): number | null => {
  const letters = /^[A-Z]{1,3}/i.exec(address ?? "")?.[0].toUpperCase();
  if (!letters) return null;
  return Array.from(letters).reduce((column, letter) => column * ALPHABET + letter.charCodeAt(0) - 64, 0) - 1;
};
