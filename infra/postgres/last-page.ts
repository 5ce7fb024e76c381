/**
 * Returns how many rows a list has, where its page tells: one that is not full is the last, unless it lies behind the end.
 * Undefined: they must be counted.
 */
export const countToLastPage = (
  rowsOfPage: number,
  { limit, offset }: { limit: number; offset: number },
): number | undefined => (rowsOfPage < limit && (rowsOfPage > 0 || offset === 0) ? offset + rowsOfPage : undefined);
