export interface TokenBucketLimits {
  /** How fast the bucket fills again. */
  perSecond: number;
  /** The tokens of a full bucket: as many may be taken at once, after as long a silence as they would take. */
  burst: number;
}

/** Limits how much is done in a time. */
export interface TokenBucket {
  /** Takes a token; false: there is none. */
  tryTake(): boolean;
  /** Takes this many, or, negative, gives them back. More than there are may be taken: the bucket then fills for longer. */
  take(tokens: number): void;
  /** The time until no more is taken than there was. */
  msUntilAvailable(): number;
  /** Nothing was taken for long enough. */
  isFull(): boolean;
}

const ownNow = () => performance.now();

export const createTokenBucket = ({ perSecond, burst }: TokenBucketLimits, now: () => number = ownNow): TokenBucket => {
  let left = burst;
  let countedAtMs = now();
  const refill = (): number => {
    const nowMs = now();
    left = Math.min(burst, left + ((nowMs - countedAtMs) / 1000) * perSecond);
    countedAtMs = nowMs;
    return left;
  };
  return {
    tryTake: () => {
      if (refill() < 1) return false;
      left -= 1;
      return true;
    },
    take: (tokens) => {
      left = refill() - tokens;
    },
    msUntilAvailable: () => Math.max(0, (-refill() / perSecond) * 1000),
    isFull: () => refill() >= burst,
  };
};

/** A bucket of each key; a full one is not kept. */
export interface KeyedTokenBuckets<Key> {
  take(key: Key, tokens: number): void;
  msUntilAvailable(key: Key): number;
  isFull(key: Key): boolean;
}

const TAKES_BETWEEN_SWEEPS = 1000;

export const createKeyedTokenBuckets = <Key>(
  limits: TokenBucketLimits,
  now: () => number = ownNow,
): KeyedTokenBuckets<Key> => {
  const buckets = new Map<Key, TokenBucket>();
  let takes = 0;
  const sweep = () => {
    for (const [key, bucket] of buckets) if (bucket.isFull()) buckets.delete(key);
  };
  return {
    take: (key, tokens) => {
      const bucket = buckets.get(key) ?? createTokenBucket(limits, now);
      buckets.set(key, bucket);
      bucket.take(tokens);
      takes += 1;
      if (takes % TAKES_BETWEEN_SWEEPS === 0) sweep();
    },
    msUntilAvailable: (key) => buckets.get(key)?.msUntilAvailable() ?? 0,
    isFull: (key) => buckets.get(key)?.isFull() ?? true,
  };
};
