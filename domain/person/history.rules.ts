/** A row of one source of a history. Positions of a source fall from page to page; it is continued behind the last one. */
export interface HistoryRow {
  atMs: number;
  position: number;
}

/** By source, the position behind which it is continued; absent: it has not begun. */
export type HistoryPositions = Readonly<Record<string, number>>;

export interface HistorySource<Row extends HistoryRow> {
  name: string;
  /** Newest first, one more than the page has. */
  rows: readonly Row[];
}

export interface HistoryPage<Row extends HistoryRow> {
  rows: Row[];
  /** Null: this is the last page. */
  next: HistoryPositions | null;
}

/**
 * Merges the sources, newest first, into one page. Each source is continued behind its own last row of the page, so that none is lost
 * or shown twice, whatever is written meanwhile and whatever order a source's rows have.
 */
export const mergeHistory = <Row extends HistoryRow>(
  sources: readonly HistorySource<Row>[],
  { limit, places }: { limit: number; places: HistoryPositions },
): HistoryPage<Row> => {
  const heads = sources.map(({ name, rows }) => ({ name, rows, taken: 0 }));
  const rows: Row[] = [];
  const next: Record<string, number> = { ...places };
  while (rows.length < limit) {
    const newest = heads
      .flatMap((source) => {
        const row = source.rows[source.taken];
        return row ? [{ source, row }] : [];
      })
      .reduce<{ source: (typeof heads)[number]; row: Row } | null>(
        (best, each) => (best === null || each.row.atMs > best.row.atMs ? each : best),
        null,
      );
    if (newest === null) break;
    newest.source.taken += 1;
    next[newest.source.name] = newest.row.position;
    rows.push(newest.row);
  }
  const hasMore = heads.some((source) => source.taken < source.rows.length);
  return { rows, next: hasMore ? next : null };
};
