/** The most calls of one campaign at a time, whatever its account and its organization allow. */
export const MOST_CALLS_AT_ONCE = 1000;
/** Each shard claims once a second: fewer, larger ones share that among more calls. */
export const MOST_CALLS_OF_A_SHARD = 500;

/** Splits a campaign's concurrency into shards of at most so many calls each. */
export const splitIntoShards = (maxConcurrency: number, mostCalls = MOST_CALLS_OF_A_SHARD): number[] => {
  const shards = Math.ceil(maxConcurrency / mostCalls);
  const base = Math.floor(maxConcurrency / shards);
  return Array.from({ length: shards }, (_, index) => base + (index < maxConcurrency % shards ? 1 : 0));
};
