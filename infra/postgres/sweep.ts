/** Rows that one look of maintenance removes at most, a page and some: what is left waits for the next. */
export const SWEPT_AT_MOST = 1000;

/** A page of what a sweep removes, oldest first. */
export interface SweptPage {
  olderThanSeconds: number;
  limit: number;
  /** How many could not be removed, and are listed first again: the page begins behind them. */
  behind: number;
}
