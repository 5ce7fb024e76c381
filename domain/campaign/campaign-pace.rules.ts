import type { CampaignFigures } from "./progress-figures.rules.ts";

/** The figures at an instant, kept for a minute. */
export interface PaceSample {
  atMs: number;
  attempts: number;
  remaining: number;
}

export interface Pace {
  callsPerMinute: number;
  /** Finished contacts. */
  contactsPerMinute: number;
}

const KEPT_MS = 60_000;
const APART_MS = 5_000;
const SHORTEST_SPAN_MS = 15_000;

/** Adds a reading. Readings older than a minute are dropped, and readings close together count as one. */
export const addPaceSample = (
  samples: readonly PaceSample[],
  { attempts, remaining }: CampaignFigures,
  atMs: number,
): PaceSample[] => {
  const kept = samples.filter((sample) => atMs - sample.atMs <= KEPT_MS);
  const before = kept.at(-2);
  // The newest sample is replaced until it is far enough from the one before it.
  const settled = before && atMs - before.atMs < APART_MS ? kept.slice(0, -1) : kept;
  return [...settled, { atMs, attempts, remaining }];
};

/** Returns the recent pace; null: too few readings. */
export const computeCampaignPace = (samples: readonly PaceSample[]): Pace | null => {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.atMs - first.atMs < SHORTEST_SPAN_MS) return null;
  const minutes = (last.atMs - first.atMs) / 60_000;
  return {
    callsPerMinute: Math.round((last.attempts - first.attempts) / minutes),
    contactsPerMinute: (first.remaining - last.remaining) / minutes,
  };
};
