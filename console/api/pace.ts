/** Rows that a list reads at once. */
export const PAGE_ROWS = 100;

/** How often a page asks again for what others change and no stream tells. */
export const POLL_EVERY_MS = 5_000;
