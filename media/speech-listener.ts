import type { Recognize } from "../infra/models/speech.ts";
import { createSentenceRecognition, type HeardSentence, type Streaming } from "./heard-sentence.ts";
import { createSpeechDetector } from "./speech-detector.ts";
import { FRAME_SAMPLES, SAMPLE_RATE, type VoiceActivity } from "./voice-activity.ts";

export interface SpeechListenerEvents {
  /** The person has begun to speak. */
  started(): void;
  /** The words so far of somebody who still speaks, where the model recognizes them meanwhile. */
  forms(text: string): void;
  /** The person stopped speaking so long ago; their words are being recognized. */
  stopped(agoMs: number): void;
  /** The recognized words; empty where nothing was understood. */
  heard(text: string): void;
  failed(error: unknown): void;
}

interface Parts {
  voiceActivity: VoiceActivity;
  recognize: Recognize;
  /** Absent: sentences are recognized when they have ended. */
  streaming?: Streaming | null;
  /** BCP 47, the present language. */
  language(): string;
  events: SpeechListenerEvents;
}

/** Turns the microphone's sound into text, in the order of speaking. */
export const createSpeechListener = ({ voiceActivity, recognize, streaming = null, language, events }: Parts) => {
  const detector = createSpeechDetector({ frameMs: (FRAME_SAMPLES / SAMPLE_RATE) * 1000 });
  const sentences = createSentenceRecognition({ recognize, streaming, language, onWords: events.forms });
  let sentence: HeardSentence | null = null;
  let understood = Promise.resolve();
  const understand = async (recognized: Promise<string>): Promise<void> => {
    try {
      events.heard(await recognized);
    } catch (error) {
      events.failed(error);
      events.heard("");
    }
  };
  return async (frame: Int16Array): Promise<void> => {
    const event = detector.take(frame, await voiceActivity(frame));
    if (event?.kind === "started") {
      events.started();
      sentence = sentences.begin(event.samples);
      return;
    }
    sentence?.take(frame);
    if (event?.kind !== "ended" || sentence === null) return;
    events.stopped(event.quietMs);
    const recognized = sentence.recognize(event.samples);
    // Its failure is told in its turn.
    recognized.catch(() => {});
    sentence = null;
    understood = understood.then(() => understand(recognized));
  };
};
