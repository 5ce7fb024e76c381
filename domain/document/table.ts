import type { Block } from "./blocks.ts";

interface TableRow {
  /** As a person counts it in the file, from 1. */
  row: number;
  cells: string[];
}

/** Blocks of a table whose first row with anything in it names the columns. */
export function* tableBlocks(rows: Iterable<TableRow>): Generator<Block> {
  let hasColumns = false;
  for (const { row, cells } of rows) {
    if (cells.every((cell) => cell === "")) continue;
    yield { kind: hasColumns ? "row" : "columns", cells, page: null, row };
    hasColumns = true;
  }
}
