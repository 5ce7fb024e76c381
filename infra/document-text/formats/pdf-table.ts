import type { Block } from "../../../domain/document/blocks.ts";

/** A piece of a line of a page that stands apart from its neighbours. */
export interface LinePiece {
  text: string;
  left: number;
  right: number;
  font: string;
}

/** Pieces with more letters on average are the lines of texts that stand side by side. */
const LONGEST_CELL_ON_AVERAGE = 25;

/**
 * Returns the rows of a table whose lines are given by their pieces, under the names of the columns; null where the lines are no
 * table. A PDF has no tables, only letters and places: where the pieces do not stand under each other, or where no line can be told
 * to name the columns, the block of the columns names none.
 */
export const readPdfTable = (lines: readonly (readonly LinePiece[])[], page: number): Block[] | null => {
  const columns = findColumns(lines.flat());
  const isClear = lines.every((line) => line.length <= columns.length) && columns.length > 1;
  const rows = lines.map((line) => (isClear ? placeCells(line, columns) : line.map(plain)));
  if (areTexts(rows)) return null;
  const hasHead = isClear && namesColumns(lines, rows);
  if (!hasHead && lines.length < 3) return null;
  const place = { page, row: null };
  return [
    { kind: "columns", cells: hasHead ? (rows[0] ?? []) : [], ...place },
    ...rows.slice(hasHead ? 1 : 0).map((cells): Block => ({ kind: "row", cells, ...place })),
  ];
};

interface Column {
  left: number;
  right: number;
}

/** Joins the places of pieces that overlap: what remains apart are the columns. */
const findColumns = (pieces: readonly LinePiece[]): Column[] => {
  const columns: Column[] = [];
  for (const { left, right } of pieces.toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
};

const placeCells = (line: readonly LinePiece[], columns: readonly Column[]): string[] =>
  columns.map(({ left, right }) =>
    line
      .filter((piece) => piece.left >= left && piece.right <= right)
      .map(plain)
      .join(" "),
  );

const plain = ({ text }: LinePiece): string => text.replaceAll(/\s+/g, " ").trim();

/** Tells whether the columns are texts side by side, as in a newspaper. */
const areTexts = (rows: readonly (readonly string[])[]): boolean => {
  const most = rows.reduce((longest, { length }) => Math.max(longest, length), 0);
  return Array.from({ length: most }, (_, at) => rows.map((row) => row[at] ?? "").filter((cell) => cell !== "")).every(
    (cells) => cells.reduce((sum, cell) => sum + cell.length, 0) > LONGEST_CELL_ON_AVERAGE * cells.length,
  );
};

const DIGIT = /\p{Nd}/u;

/**
 * Tells whether the first line names the columns: it has a type of its own, or numbers stand under a word. Two columns need the type,
 * because a list of names and values has words and numbers too.
 */
const namesColumns = (lines: readonly (readonly LinePiece[])[], rows: readonly (readonly string[])[]): boolean => {
  const [head = [], ...others] = rows;
  // The corner above the names of rows is often empty.
  if (others.length === 0 || head.slice(1).includes("")) return false;
  const [first = [], ...below] = lines;
  const fonts = new Set(below.flat().map(({ font }) => font));
  if (first.every(({ font }) => !fonts.has(font))) return true;
  return (
    head.length > 2 &&
    head.some((name, at) => name !== "" && !DIGIT.test(name) && others.every((row) => DIGIT.test(row[at] ?? "")))
  );
};
