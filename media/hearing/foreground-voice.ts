import type { VoiceActivity } from "./voice-activity.ts";

/** A voice this much quieter than is expected of the person is in the background; its loudest words are some 5 dB louder than most. */
const BACKGROUND_DB = 20;
/** The expected loudness rises by this share of the way to a louder frame: a bang must not deafen the call. */
const RISE = 0.2;
/** How fast it falls with a quieter voice, in dB a second of that: whoever puts the telephone down and goes on speaking is heard again. */
const FALL_DB_PER_SECOND = 1;
/** The loudest of so many frames counts, because a word holds quiet sounds too. */
const WINDOW_FRAMES = 6;
const VOICE_LIKELIHOOD = 0.5;
const LOWEST_DB = -100;

/**
 * Takes a voice in the background (a television, somebody at the next table) for silence: it is much quieter than the person has
 * been. The first voice of a call is the person's. `frameMs` is the length of a frame in milliseconds.
 */
export const createForegroundVoice = (voiceActivity: VoiceActivity, frameMs: number): VoiceActivity => {
  let personDb: number | null = null;
  let latestDb: number[] = [];
  return async (frame) => {
    const likelihood = await voiceActivity(frame);
    latestDb = [...latestDb.slice(1 - WINDOW_FRAMES), loudnessOf(frame)];
    // Of two loud frames the second is no bang.
    const [loudestDb = LOWEST_DB, secondDb = loudestDb] = latestDb.toSorted((a, b) => b - a);
    const expectedDb = personDb ?? loudestDb;
    if (likelihood >= VOICE_LIKELIHOOD) {
      personDb =
        secondDb > expectedDb
          ? expectedDb + (secondDb - expectedDb) * RISE
          : Math.max(secondDb, expectedDb - (FALL_DB_PER_SECOND * frameMs) / 1000);
    }
    return loudestDb < expectedDb - BACKGROUND_DB ? 0 : likelihood;
  };
};

/** Returns the root mean square of the frame's samples in dB, 0 for the loudest that there are. */
const loudnessOf = (frame: Int16Array): number => {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(frame.length, 1)) / 32_768;
  return rms === 0 ? LOWEST_DB : Math.max(20 * Math.log10(rms), LOWEST_DB);
};
