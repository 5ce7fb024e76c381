/** Rows that one look of maintenance takes at most; what is left waits for the next. */
export const SWEPT_AT_MOST = 1000;
