/** The most rows that one search of maintenance removes; the rest waits for the next. */
export const SWEPT_AT_MOST = 1000;

/** A page of what a sweep removes, oldest first. */
export interface SweptPage {
  olderThanSeconds: number;
  limit: number;
  /** How many could not be removed and are listed first again: the page begins behind them. */
  behind: number;
}
