import { KILOBYTE, MEGABYTE } from "../../domain/file/bytes.ts";
import { tooManyRequests } from "./http-error.ts";

/** A shorter answer costs about as much as any request. */
const LONG_BYTES = 64 * KILOBYTE;
const BYTES_PER_SECOND = 2 * MEGABYTE;
const BURST_BYTES = 32 * MEGABYTE;

/**
 * Limits how much of long answers an organization reads: reading, checking and writing a megabyte takes the thread of everybody's
 * requests some milliseconds, whatever the number of requests.
 */
export interface LongAnswers {
  /** Throws 429 where this operation has given the organization long answers, and it has read more than its share. */
  requireRoom(organizationId: number, operationId: string): void;
  /** Counts an answer that was given. */
  count(organizationId: number, answer: { operationId: string; bytes: number }): void;
}

interface Reader {
  /** Negative: it has read more than its share. */
  leftBytes: number;
  countedAtMs: number;
  /** The operations that have given it long answers; others go on meanwhile. */
  operations: Set<string>;
}

export const createLongAnswers = (now: () => number = () => performance.now()): LongAnswers => {
  const readers = new Map<number, Reader>();
  const leftOf = ({ leftBytes, countedAtMs }: Reader): number =>
    Math.min(BURST_BYTES, leftBytes + ((now() - countedAtMs) / 1000) * BYTES_PER_SECOND);
  return {
    requireRoom: (organizationId, operationId) => {
      const reader = readers.get(organizationId);
      if (!reader) return;
      const leftBytes = leftOf(reader);
      if (leftBytes >= BURST_BYTES) readers.delete(organizationId);
      if (leftBytes >= 0 || !reader.operations.has(operationId)) return;
      throw tooManyRequests(TOO_MUCH, Math.ceil(-leftBytes / BYTES_PER_SECOND));
    },
    count: (organizationId, { operationId, bytes }) => {
      if (bytes <= LONG_BYTES) return;
      const reader = readers.get(organizationId) ?? newReader(now());
      readers.set(organizationId, reader);
      reader.leftBytes = leftOf(reader) - bytes;
      reader.countedAtMs = now();
      reader.operations.add(operationId);
    },
  };
};

const newReader = (nowMs: number): Reader => ({ leftBytes: BURST_BYTES, countedAtMs: nowMs, operations: new Set() });

const TOO_MUCH = `Your organization reads more than ${BYTES_PER_SECOND / MEGABYTE} MB a second of long answers: ask for shorter pages, or less often`;
