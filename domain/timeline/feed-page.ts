export type FeedOrder = "newest_first" | "oldest_first";

/** Returns the order of a feed: newest first, but a single call is read from its beginning. */
export const chooseFeedOrder = ({ runId }: { runId: number | undefined }): FeedOrder =>
  runId === undefined ? "newest_first" : "oldest_first";

/** How many events a page of the feed has: unless asked otherwise, and at most. */
export const FEED_PAGE = { usual: 100, most: 500 } as const;
