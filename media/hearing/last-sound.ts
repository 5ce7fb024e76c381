import { SAMPLE_RATE } from "./voice-activity.ts";

/** What is quieter than this share of the loudest sound is heard by nobody as part of a word. */
const QUIET_SHARE = 1 / 64;
/** The model tells the end of a voice a little late; what it is later than that is another sound. */
const MOST_LATE_MS = 200;

/**
 * Returns for how long nothing has been said at the end of speech, in milliseconds: `quietMs`, by the model that tells voices, or a
 * little longer, where the sound itself has ended before.
 */
export const measureQuietMs = (samples: Int16Array, quietMs: number): number => {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  const last = samples.findLastIndex((sample) => Math.abs(sample) > loudest * QUIET_SHARE);
  const silentMs = ((samples.length - 1 - last) / SAMPLE_RATE) * 1000;
  return Math.min(Math.max(silentMs, quietMs), quietMs + MOST_LATE_MS);
};
