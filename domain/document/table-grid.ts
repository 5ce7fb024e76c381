/** A cell of a table; a merged one covers several columns or rows. */
export interface MergedCell {
  text: string;
  columns: number;
  rows: number;
}

/** The columns of a table that are read; HTML allows a cell to cover a thousand, and parts keep five hundred. */
const MOST_COLUMNS = 500;
const MOST_MERGED_ROWS = 1000;

/**
 * Places the cells of one row after another under their columns. The text of a merged cell holds for every column and row that it
 * covers, so it stands in each of them.
 */
export const createTableGrid = () => {
  /** The texts that reach into the rows below, by their columns. */
  const reaching = new Map<number, { text: string; rows: number }>();
  const takeReaching = (row: string[]): void => {
    for (let held = reaching.get(row.length); held; held = reaching.get(row.length)) {
      held.rows -= 1;
      if (held.rows === 0) reaching.delete(row.length);
      row.push(held.text);
    }
  };
  const placeCell = (row: string[], { text, columns, rows }: MergedCell): void => {
    const end = Math.min(row.length + columns, MOST_COLUMNS);
    while (row.length < end) {
      if (rows > 1) reaching.set(row.length, { text, rows: Math.min(rows, MOST_MERGED_ROWS) - 1 });
      row.push(text);
    }
  };
  return {
    placeRow: (cells: readonly MergedCell[]): string[] => {
      const row: string[] = [];
      for (const cell of cells) {
        takeReaching(row);
        placeCell(row, cell);
      }
      const last = Math.max(-1, ...reaching.keys());
      while (row.length <= last) {
        takeReaching(row);
        if (row.length <= last) row.push("");
      }
      return row;
    },
  };
};

/** Joins the names of columns that two rows of a table's head say. */
export const joinColumns = (above: readonly string[], below: readonly string[]): string[] =>
  Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [upper = "", lower = ""] = [above[at], below[at]];
    return upper === lower || lower === "" ? upper : `${upper} ${lower}`.trim();
  });
