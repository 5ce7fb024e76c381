import { AudioFrame, type AudioSource } from "@livekit/rtc-node";
import type { SoundLine } from "./unbroken-speaker.ts";

/** Plays samples of the source's rate in a room of LiveKit's. */
export const createLivekitLine = (source: AudioSource): SoundLine => ({
  play: (samples) => source.captureFrame(new AudioFrame(samples, source.sampleRate, 1, samples.length)),
  waitingMs: () => source.queuedDuration,
  clear: () => source.clearQueue(),
});
