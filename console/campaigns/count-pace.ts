/** By the clock the next count waits this many times as long as the last one took, within these bounds. */
const TIMES_BY_CLOCK = 10;
const BY_CLOCK_MS = { atBest: 4_000, atWorst: 60_000 };

export const countByClockAfterMs = (tookMs: number): number =>
  Math.min(Math.max(BY_CLOCK_MS.atBest, TIMES_BY_CLOCK * tookMs), BY_CLOCK_MS.atWorst);

/** One of the counts, as the page has it. */
interface LastCount {
  tookMs: number;
  atMs: number;
  isUnderWay: boolean;
}

/** When a call ends, the next count waits this many times as long. */
const TIMES_AT_ONCE = 100;

/**
 * A large campaign, or many viewers who slow the answers for each other, are counted no more often than by the clock, whatever
 * happens in the campaign.
 */
const countAtOnceAfterMs = (tookMs: number): number => Math.min(TIMES_AT_ONCE * tookMs, countByClockAfterMs(tookMs));

/** Tells whether everything may be counted anew after a call has ended: nothing is being counted, and each has waited. */
export const mayCountAtOnce = (counts: readonly LastCount[], nowMs: number): boolean =>
  counts.every(({ tookMs, atMs, isUnderWay }) => !isUnderWay && nowMs - atMs >= countAtOnceAfterMs(tookMs));
