import type { CampaignState } from "./campaign-states.rules.ts";
import type { CampaignFigures } from "./progress-figures.rules.ts";

/** Rates are measured over this span. */
export const RATE_WINDOW_SECONDS = 300;
const MIN_MEASURED_SECONDS = 1;

/** How fast calls ended lately. */
export interface MeasuredRate {
  /** The number of calls that ended within the window. */
  ended: number;
  /** When the first of them ended; null: none did. */
  firstAt: Date | null;
}

/** Returns the finished percentage, rounded down: 100 means that nothing remains. */
export const computePercentage = ({ total, remaining }: CampaignFigures, state: string): number => {
  if (total === 0) return state === "completed" ? 100 : 0;
  return Math.floor(((total - remaining) / total) * 10_000) / 100;
};

interface Progress {
  figures: CampaignFigures;
  state: CampaignState;
  waitingUntilMs: number | null;
}

/**
 * Estimates when the campaign ends: each remaining contact takes as many calls as the finished ones took, at the rate of
 * the last minutes.
 */
export const estimateEnd = (
  { figures, state, waitingUntilMs }: Progress,
  { rate, nowMs }: { rate: MeasuredRate; nowMs: number },
): Date | null => {
  if (state !== "running" || waitingUntilMs !== null || figures.remaining === 0) return null;
  if (rate.firstAt === null || rate.ended < 2) return null;
  const seconds = Math.max((nowMs - rate.firstAt.getTime()) / 1000, MIN_MEASURED_SECONDS);
  const callsPerContact = figures.finished > 0 ? Math.max(figures.attempts / figures.finished, 1) : 1;
  const secondsLeft = (figures.remaining * callsPerContact * seconds) / rate.ended;
  return new Date(Math.min(nowMs + secondsLeft * 1000, LAST_DATE_MS));
};

/** The last instant that a Date can hold. */
const LAST_DATE_MS = 8_640_000_000_000_000;
