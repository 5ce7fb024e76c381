/** How many rows a page of a list has: unless asked otherwise, and at most. */
interface PageRows {
  usual: number;
  most: number;
}

/** Pages of lists; the timeline has its own (`timeline/feed.ts`). Each has at least one row, and the first is page 1. */
export const PAGE_ROWS = { usual: 50, most: 100 } as const satisfies PageRows;

/** Pages of lists that are read differently: most callers want all campaigns and documents at once, and texts and missed calls are short. */
export const OTHER_PAGE_ROWS = {
  campaigns: { usual: 100, most: 100 },
  documents: { usual: 100, most: 100 },
  contactImports: { usual: 20, most: 100 },
  texts: { usual: 50, most: 200 },
  missedCalls: { usual: 50, most: 200 },
} as const satisfies Record<string, PageRows>;

export const countPages = (rows: number, limit: number): number => Math.ceil(rows / limit);

/** Returns how many rows are before a page. */
export const countRowsBefore = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit;
