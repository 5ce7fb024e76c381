/** By the clock the next count waits this many times as long as the last one took, within these bounds. */
const TIMES_BY_CLOCK = 10;
const BY_CLOCK_MS = { atBest: 4_000, atWorst: 60_000 };

export const countByClockAfterMs = (tookMs: number): number =>
  Math.min(Math.max(BY_CLOCK_MS.atBest, TIMES_BY_CLOCK * tookMs), BY_CLOCK_MS.atWorst);

/** When a call ends, the next count waits this many times as long. */
const TIMES_AT_ONCE = 100;

/**
 * A large campaign, or many viewers who slow the answers for each other, are counted no more often than by the clock, whatever
 * happens in the campaign.
 */
export const countAtOnceAfterMs = (tookMs: number): number =>
  Math.min(TIMES_AT_ONCE * tookMs, countByClockAfterMs(tookMs));
