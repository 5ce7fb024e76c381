/** The rows that a list reads at once. */
export const PAGE_ROWS = 100;

/** The interval at which a page polls what others change and no stream reports. */
export const POLL_EVERY_MS = 5_000;
