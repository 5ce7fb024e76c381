/** Over how many days, today among them, the daily usage of an organization is told. */
export const USAGE_DAYS = { most: 90, usual: 7 } as const;
