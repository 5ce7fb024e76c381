import type { VoiceActivity } from "./voice-activity.ts";

/** Below the noise of a telephone line or of a microphone that is open: muted, or between two parts of what a program sends. */
const SILENT_PEAK = 16;
/** The model's memory of what was said fades within half a second of silence; what follows does not change it. */
const SETTLED_FRAMES = 16;

/** Spares the model the frames of a line on which there has been silence for half a second: it would find no voice in them. */
export const skipSilence = (voiceActivity: VoiceActivity): VoiceActivity => {
  let silentFrames = 0;
  return async (frame) => {
    silentFrames = isSilent(frame) ? silentFrames + 1 : 0;
    return silentFrames > SETTLED_FRAMES ? 0 : voiceActivity(frame);
  };
};

const isSilent = (frame: Int16Array): boolean => frame.every((sample) => Math.abs(sample) <= SILENT_PEAK);
