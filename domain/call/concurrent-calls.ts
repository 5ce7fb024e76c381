/** Calls under way at a time, of the whole organization. */
export const CONCURRENT_CALLS = { usual: 200, most: 5_000 } as const;
