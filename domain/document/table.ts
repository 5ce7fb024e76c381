import type { Block } from "./blocks.ts";

interface TableRow {
  /** The number of the row in the file, from 1. */
  row: number;
  cells: string[];
}

/** Yields the blocks of a table; its first row with content names the columns. */
export function* readTableBlocks(rows: Iterable<TableRow>): Generator<Block> {
  let hasColumns = false;
  for (const { row, cells } of rows) {
    if (cells.every((cell) => cell === "")) continue;
    yield { kind: hasColumns ? "row" : "columns", cells, page: null, row };
    hasColumns = true;
  }
}
