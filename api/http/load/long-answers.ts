import { KILOBYTE, MEGABYTE } from "../../../domain/file/bytes.ts";
import { createKeyedTokenBuckets } from "../../../infra/limits/token-bucket.ts";
import { tooManyRequests } from "../http-error.ts";

/** A shorter answer costs about as much as any request. */
const LONG_BYTES = 64 * KILOBYTE;
const BYTES_PER_SECOND = 2 * MEGABYTE;
const BURST_BYTES = 16 * MEGABYTE;

/**
 * Limits how much of long answers an organization reads: reading, checking and writing a megabyte takes the thread of everybody's
 * requests some milliseconds, whatever the number of requests.
 */
export interface LongAnswers {
  /**
   * Throws 429 where this operation has given the organization long answers, and it has read more than its share. The returned
   * function counts the answer, at its first call; until then the answer counts as long as the operation's last long one.
   */
  begin(organizationId: number, operationId: string): (bytes: number) => void;
}

/** The lengths of the last long answers of an organization, by operation; other operations go on meanwhile. */
type Lengths = Map<string, number>;

export const createLongAnswers = (now: () => number = () => performance.now()): LongAnswers => {
  const buckets = createKeyedTokenBuckets<number>({ burst: BURST_BYTES, perSecond: BYTES_PER_SECOND }, now);
  const readers = new Map<number, Lengths>();
  const findLengths = (organizationId: number): Lengths | undefined => {
    const lengths = readers.get(organizationId);
    if (!lengths || !buckets.isFull(organizationId)) return lengths;
    readers.delete(organizationId);
    return undefined;
  };
  const noteLength = (organizationId: number, operationId: string, bytes: number): void => {
    const lengths = readers.get(organizationId) ?? new Map();
    readers.set(organizationId, lengths.set(operationId, bytes));
  };
  return {
    begin: (organizationId, operationId) => {
      const expected = findLengths(organizationId)?.get(operationId) ?? 0;
      const waitMs = buckets.msUntilAvailable(organizationId);
      if (expected > 0 && waitMs > 0) throw tooManyRequests(TOO_MUCH, Math.ceil(waitMs / 1000));
      if (expected > 0) buckets.take(organizationId, expected);
      let isCounted = false;
      return (bytes) => {
        if (isCounted) return;
        isCounted = true;
        const counted = bytes > LONG_BYTES ? bytes : 0;
        if (counted !== expected) buckets.take(organizationId, counted - expected);
        if (counted > 0) noteLength(organizationId, operationId, counted);
      };
    },
  };
};

const TOO_MUCH = `Your organization reads more than ${BYTES_PER_SECOND / MEGABYTE} MB a second of long answers: ask for shorter pages, or less often`;
