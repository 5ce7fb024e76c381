import type { Recognize } from "../infra/models/speech.ts";
import { createSpeechDetector } from "./speech-detector.ts";
import { FRAME_SAMPLES, SAMPLE_RATE, type VoiceActivity } from "./voice-activity.ts";

export interface SpeechListenerEvents {
  /** The person has begun to speak. */
  started(): void;
  /** The person stopped speaking so long ago; their words are being recognized. */
  stopped(agoMs: number): void;
  /** The recognized words; empty where nothing was understood. */
  heard(text: string): void;
  failed(error: unknown): void;
}

interface Parts {
  voiceActivity: VoiceActivity;
  recognize: Recognize;
  /** BCP 47, the present language. */
  language(): string;
  events: SpeechListenerEvents;
}

/** Turns the microphone's sound into text, in the order of speaking. */
export const createSpeechListener = ({ voiceActivity, recognize, language, events }: Parts) => {
  const detector = createSpeechDetector({ frameMs: (FRAME_SAMPLES / SAMPLE_RATE) * 1000 });
  let recognized = Promise.resolve();
  const understand = async (samples: Int16Array): Promise<void> => {
    try {
      events.heard(await recognize({ samples, sampleRate: SAMPLE_RATE, language: language() }));
    } catch (error) {
      events.failed(error);
      events.heard("");
    }
  };
  return async (frame: Int16Array): Promise<void> => {
    const event = detector.take(frame, await voiceActivity(frame));
    if (event?.kind === "started") events.started();
    if (event?.kind === "ended") {
      const { samples, quietMs } = event;
      events.stopped(quietMs);
      recognized = recognized.then(() => understand(samples));
    }
  };
};
