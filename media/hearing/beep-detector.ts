import { FRAME_SAMPLES, SAMPLE_RATE } from "./voice-activity.ts";

/** Takes the frames of a call in their order; returns true when a beep has just ended. */
export type BeepDetector = (frame: Int16Array) => boolean;

/** The tone lies between those of a ringing telephone (below 480 Hz) and that of a fax machine (2100 Hz). */
const LOWEST_HZ = 600;
const HIGHEST_HZ = 2000;
/** A beep is longer than a whistle within a word, and shorter than a tone with another meaning. */
const SHORTEST_MS = 150;
const LONGEST_MS = 2000;
/** The share of the frame's energy at the one frequency; a vowel has overtones. */
const LEAST_SHARE = 0.85;
/** Quieter tones are noise of the line. */
const LEAST_LOUDNESS = 200;

const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE) * 1000;
const STEP_HZ = SAMPLE_RATE / FRAME_SAMPLES;
const FIRST = Math.round(LOWEST_HZ / STEP_HZ);
const LAST = Math.round(HIGHEST_HZ / STEP_HZ);

/**
 * Creates a detector of the tone by which an answering machine says that it records: one constant frequency, and then silence or
 * speech.
 */
export const createBeepDetector = (): BeepDetector => {
  let step: number | null = null;
  let frames = 0;
  return (frame) => {
    const found = findTone(frame);
    const goesOn = found !== null && step !== null && Math.abs(found - step) <= 1;
    if (goesOn) {
      frames += 1;
      return false;
    }
    // Only a half of the first and of the last frame is tone.
    const lastedMs = (frames + 1) * FRAME_MS;
    const wasBeep = step !== null && found === null && lastedMs >= SHORTEST_MS && lastedMs <= LONGEST_MS;
    step = found;
    frames = found === null ? 0 : 1;
    return wasBeep;
  };
};

/** Returns the step of the one frequency that the frame consists of; null: there is none. */
const findTone = (frame: Int16Array): number | null => {
  const energy = frame.reduce((sum, sample) => sum + sample * sample, 0);
  if (energy < LEAST_LOUDNESS ** 2 * frame.length) return null;
  const powers = Array.from({ length: LAST - FIRST + 3 }, (_, index) => measurePower(frame, FIRST - 1 + index));
  const strongest = powers.slice(1, -1).reduce((best, power, at, all) => (power > (all[best] ?? 0) ? at : best), 0) + 1;
  // The power of a frequency between two steps is in both of them.
  const near = (powers[strongest - 1] ?? 0) + (powers[strongest] ?? 0) + (powers[strongest + 1] ?? 0);
  return (2 * near) / frame.length >= LEAST_SHARE * energy ? FIRST - 1 + strongest : null;
};

/** Measures the power at one step of frequency (Goertzel's algorithm). */
export const measurePower = (frame: Int16Array, step: number): number => {
  const turn = 2 * Math.cos((2 * Math.PI * step) / FRAME_SAMPLES);
  let one = 0;
  let two = 0;
  for (const sample of frame) {
    const next = sample + turn * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - turn * one * two;
};

/** Answering machines have finished their announcement by then, and the API waits no longer either. */
const LISTEN_FOR_BEEP_FRAMES = (40 * SAMPLE_RATE) / FRAME_SAMPLES;

/** Calls `tell` once, when the first beep of a call has ended. */
export const createBeepListener = (tell: () => void, hear: (frame: Int16Array) => Promise<void>) => {
  const isBeepOver = createBeepDetector();
  let framesLeft = LISTEN_FOR_BEEP_FRAMES;
  return (frame: Int16Array): Promise<void> => {
    framesLeft -= 1;
    if (framesLeft > 0 && isBeepOver(frame)) {
      framesLeft = 0;
      tell();
    }
    return hear(frame);
  };
};
