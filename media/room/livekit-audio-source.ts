import { AudioFrame, type AudioSource } from "@livekit/rtc-node";
import type { AudioOutput } from "../speaking/silence-padding.ts";

/** Plays samples of the source's rate in a room of LiveKit's. */
export const openAudioSource = (source: AudioSource): AudioOutput => ({
  play: (samples) => source.captureFrame(new AudioFrame(samples, source.sampleRate, 1, samples.length)),
  waitingMs: () => source.queuedDuration,
  clear: () => source.clearQueue(),
});
