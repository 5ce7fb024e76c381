import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";

const STEP = SAMPLE_RATE / SPOKEN_SAMPLE_RATE;

/** Converts a microphone's samples to the rate of spoken ones; values between two samples lie on a straight line. */
export const quicken = (samples: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.floor(samples.length / STEP) }, (_, index) => {
    const at = index * STEP;
    const before = samples[Math.floor(at)] ?? 0;
    const after = samples[Math.ceil(at)] ?? before;
    return before + (after - before) * (at % 1);
  });
