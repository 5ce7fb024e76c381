/** Calls under way at a time, of the whole organization. */
export const CONCURRENT_CALLS = { usual: 200, most: 5_000 } as const;

/** Attempts on one number in 24 hours, over all campaigns and other calls; unless set, there is no limit. */
export const MOST_ATTEMPTS_PER_DAY = 1_000;
/** Over how many days, today among them, the daily usage of an organization is told. */
export const USAGE_DAYS = { most: 90, usual: 7 } as const;
